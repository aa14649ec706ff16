import type { Expression, PatientElement } from '@portal/api';
import { ownVariables, supported } from '@portal/api/expressions';
import type { TemplateDraft } from '../draft.ts';
import { type Entry, type Form, isInRows, type Variable } from './entries.ts';
import { callsIn, parts } from './expressionTree.ts';
import { NotRead, parseFhirPath } from './fhirPath.ts';
import { isAskedInWords } from './options.ts';

export type Variables = NonNullable<TemplateDraft['formLogic']>['variables'];

const elementsOfPatient: readonly PatientElement[] = ['name', 'birthDate', 'gender'];

/** The elements of `%patient` that an expression uses; throws `NotRead` if it needs more than a questionnaire is given. */
function patientElementsIn(all: readonly Expression[]): PatientElement[] {
  const isPatient = (part: Expression | null) => part?.kind === 'variable' && part.name === 'patient';
  const members = all.filter((part) => part.kind === 'member').filter(({ focus }) => isPatient(focus));
  if (members.length < all.filter(isPatient).length)
    throw new NotRead(`%patient can be asked for its ${elementsOfPatient.join(', ')} alone`);
  return members.map(({ name }) => {
    const element = elementsOfPatient.find((one) => one === name);
    if (element === undefined) throw new NotRead(`the profile has no "${name}"`);
    return element;
  });
}

/** Functions whose result depends on how often equal values occur. */
const counting: ReadonlySet<string> = new Set(['count', 'sum', 'avg', 'aggregate']);

/** Variables that every expression can use. */
const known = new Set(ownVariables);

/** Reads the expressions of a form, and collects what those that can be evaluated need. */
export function expressionReader({ byLinkId, settings, note, carried }: Form) {
  const mentioned = new Set<string>();
  const owners = new Set<string>();
  const variables = new Map<string, Variables[number]>();
  const patientElements = new Set<PatientElement>();
  let hasExpressions = false;

  /** Parses an expression and collects everything that it names; throws `NotRead` if it cannot be evaluated. */
  function collect(
    text: string,
    language: string | null,
    scope: ReadonlyMap<string, Variable>,
    underWay: readonly string[],
  ): {
    expression: Expression;
    needed: { key: string; draft: Variables[number] }[];
    names: string[];
    ofPatient: PatientElement[];
  } {
    if (language !== null && language !== 'text/fhirpath') throw new NotRead(`it is written in ${language}`);
    const expression = parseFhirPath(text);
    const fault = supported(expression);
    if (fault !== null) throw new NotRead(`${fault} is not supported`);
    const needed: { key: string; draft: Variables[number] }[] = [];
    const names: string[] = [];
    const all = parts(expression);
    const ofPatient = scope.has('patient') ? [] : patientElementsIn(all);
    for (const part of all) {
      if (part.kind === 'literal' && typeof part.value === 'string' && byLinkId.has(part.value)) names.push(part.value);
      if (part.kind !== 'variable' || known.has(part.name)) continue;
      const variable = scope.get(part.name);
      if (!variable && part.name === 'patient') continue;
      if (!variable) throw new NotRead(`%${part.name} is not known here`);
      const key = `${variable.owner ?? ''}|${part.name}`;
      if (underWay.includes(key)) throw new NotRead(`%${part.name} refers to itself`);
      const owner = variable.owner === null ? undefined : byLinkId.get(variable.owner);
      // A variable sees the variables around its own item, not those of the item that uses it.
      const around = owner ? owner.variables : rootScope;
      let inner;
      try {
        inner = collect(variable.text, variable.language, around, [...underWay, key]);
      } catch (error) {
        throw error instanceof NotRead ? new NotRead(`%${part.name}: ${error.message}`) : error;
      }
      needed.push(...inner.needed, {
        key,
        draft: { name: part.name, itemKey: variable.owner, expression: inner.expression },
      });
      names.push(...inner.names);
      ofPatient.push(...inner.ofPatient);
    }
    return { expression, needed, names, ofPatient };
  }
  const [first] = byLinkId.values();
  const rootScope = new Map([...(first?.variables ?? [])].filter(([, { owner }]) => owner === null));

  /** Reads an expression and stores what it needs; a returned string says why it cannot be evaluated. */
  function read(entry: Entry, text: string, language: string | null): Expression | string {
    try {
      const { expression, needed, names, ofPatient } = collect(text, language, entry.variables, []);
      if (ofPatient.length > 0) carried('expressions about the patient (%patient)', entry.place);
      for (const element of ofPatient) patientElements.add(element);
      for (const { key, draft } of needed) {
        if (!variables.has(key)) variables.set(key, draft);
        if (draft.itemKey !== null) owners.add(draft.itemKey);
      }
      for (const name of names) if (name !== entry.linkId) mentioned.add(name);
      for (const name of names)
        if (isAskedInWords(byLinkId.get(name), settings))
          note(entry.place, `it looks at "${name}", whose answers in the person's own words have no code`);
      const calls = [expression, ...needed.map(({ draft }) => draft.expression)].flatMap(callsIn);
      if (
        calls.includes('repeat') &&
        calls.some((name) => counting.has(name)) &&
        names.some((name) => isInRows(byLinkId.get(name)))
      )
        note(
          entry.place,
          'its expression goes through rows by repeat(), which takes rows with the same answers once; descendants() takes each',
        );
      hasExpressions = true;
      return expression;
    } catch (error) {
      if (error instanceof RangeError) return 'it is nested too deeply';
      if (!(error instanceof NotRead)) throw error;
      return error.message;
    }
  }

  return {
    read,
    /** LinkIds that expressions name; callers add others. Their answers must be available. */
    mentioned,
    owners,
    /** What the expressions read so far need, each variable after those that it needs. */
    needed: () => ({
      variables: [...variables.values()],
      patientElements: elementsOfPatient.filter((element) => patientElements.has(element)),
      hasExpressions,
    }),
  };
}
