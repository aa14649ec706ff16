import { isObject, type JsonObject } from '../../questionnaires/fhir/json.ts';
import { type Context, organizationAt, requesterAt } from '../fhir/directory.ts';
import { codesOf, codingsOf, commentOf, nameOrCode, wordsOf } from '../fhir/elements.ts';
import { observationEntries } from './lists/observations.ts';
import { type Made, type ObservationRow, observationCategories } from './mapped.ts';
import { laboratoryServices, linksOf, momentAt, notYet, type Observation, resultKeyOf, timesOf } from './observed.ts';
import { detailsOfObservation, summaryOfObservation } from './observedHistory.ts';
import { twoValues, valueRow } from './values.ts';

function categoryOf(one: Observation): ObservationRow['category'] {
  const codes = codesOf(one.category);
  if (codes.some((code) => laboratoryServices.has(code))) return 'laboratory';
  const known = observationCategories.find((category) => codes.includes(category));
  return known ?? (codes.length === 0 && one.specimen ? 'laboratory' : 'other');
}

/** Maps an Observation: its row, its values, and its items for the treatment summary. */
export function mapObservation(resource: JsonObject, one: Observation, context: Context): Made {
  const name = nameOrCode(one.code);
  if (name === null) return { leftOut: 'its code has no name' };
  const components = Array.isArray(resource['component']) ? resource['component'] : [];
  if (twoValues(resource) || components.some((raw) => isObject(raw) && twoValues(raw)))
    return { leftOut: 'it has two values' };
  const own = valueRow(one, resource, 0, name);
  const parts = (one.component ?? []).map((part, at) =>
    valueRow(part, components[at], at + 1, nameOrCode(part.code) ?? name),
  );
  const isEmpty = own.kind === 'none' && (parts.length > 0 || (one.hasMember ?? []).length > 0);
  const category = categoryOf(one);
  const moment = momentAt(one);
  const items = summaryOfObservation(one, own, parts, context);
  const isHidden = notYet.has(one.status ?? '');
  const entries = isHidden
    ? []
    : observationEntries(resource, one, { own: isEmpty ? null : own, parts, items }, category, context);
  return {
    status: wordsOf(one.status),
    isHidden,
    content: {
      observation: {
        category,
        resultKey:
          category === 'laboratory' ? resultKeyOf(one, moment, context, `Observation/${String(resource['id'])}`) : null,
        serviceCodes: category === 'laboratory' ? codesOf(one.category) : [],
        name,
        codings: codingsOf(one.code),
        ...timesOf(one),
        requester: requesterAt(context, one.basedOn ?? []),
        labName: organizationAt(context, one.performer ?? []),
        comment: commentOf(one.note),
      },
      values: [...(isEmpty ? [] : [own]), ...parts],
      links: [...linksOf('member', one.hasMember ?? [], context), ...linksOf('about', one.focus ?? [], context)],
      items,
      details: detailsOfObservation(one, own),
      ...(entries.length === 0 ? {} : { entries }),
    },
  };
}
