import { type ModuleName, facilityModules, isPart, partsOf } from '@portal/api';
import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import { inOrder, moduleCalled, moduleNames } from '../facilities/modules.ts';
import { auditOperator, command } from './command.ts';
import { NotUnderstood } from './failure.ts';
import { type OptionReader, argument, repeated } from './parameters.ts';
import { oneFacility } from './people.ts';

const capabilitiesOf = statement(
  'admin.capabilities',
  'select capabilities from facilities where id = $facilityId for update',
  v.object({ capabilities: v.record(v.string(), v.array(v.string())) }),
);
const setCapabilities = statement(
  'admin.setCapabilities',
  'update facilities set capabilities = $capabilities::jsonb where id = $facilityId',
);

interface Change {
  readonly module: ModuleName;
  /** Null: the whole module. */
  readonly field: string | null;
}

const moduleChange: OptionReader<Change> = (text) => {
  const [name = '', ...path] = text.split('.');
  const module = moduleCalled(name);
  if (module === null) throw new NotUnderstood(`"${text}" is no module; there are ${moduleNames.join(', ')}.`);
  if (path.length === 0) return { module, field: null };
  const field = path.join('.');
  const known: readonly string[] = facilityModules[module];
  const found = known.find((each) => each.toLowerCase() === field.toLowerCase());
  if (found === undefined && !isPart(module, field))
    throw new NotUnderstood(
      `"${text}" is no part of ${module}; ${known.length === 0 ? 'it has none' : `there are ${known.map((each) => `${module}.${each}`).join(', ')}`}.`,
    );
  return { module, field: found ?? field };
};

/** The fields of a module after a change. A module that is switched in parts keeps the other parts. */
function fieldsAfter(before: readonly string[], { module, field }: Change, isOn: boolean) {
  const parts = new Set(before.flatMap((each) => partsOf(module, each)));
  for (const part of field === null ? [] : partsOf(module, field))
    if (isOn) parts.add(part);
    else parts.delete(part);
  return [...parts];
}

const needs = 'one facility and --on or --off with a module.';
export const capabilityCommand = command({
  name: 'facility capability',
  does: 'Switches modules of a facility, or single parts of them, on and off. It takes effect without a new sign-in.',
  more: `Of the treatment summary each group is a part, TreatmentSummary.TreatmentTypes.Allergy, and each field of one,
TreatmentSummary.TreatmentTypes.Allergy.comment.

  ${Object.entries(facilityModules)
    .map(([name, fields]) => (fields.length === 0 ? name : `${name} (${fields.join(', ')})`))
    .join('\n  ')}`,
  parameters: {
    facility: argument('NAME|ID', needs),
    on: repeated('MODULE[.FIELD]', '', moduleChange),
    off: repeated('MODULE[.FIELD]', '', moduleChange),
  },
  run({ facility, on, off }, io) {
    if (on.length + off.length === 0) throw new NotUnderstood(`facility capability needs ${needs}`);
    return io.transaction(async (tx) => {
      const { id: facilityId, name } = await oneFacility(tx, facility);
      const { capabilities } = await tx.one(capabilitiesOf, { facilityId });
      const next = new Map(Object.entries(capabilities));
      for (const change of on) next.set(change.module, fieldsAfter(next.get(change.module) ?? [], change, true));
      for (const change of off) {
        const before = next.get(change.module);
        if (change.field === null) next.delete(change.module);
        else if (before) next.set(change.module, fieldsAfter(before, change, false));
      }
      const written = Object.fromEntries(next);
      await tx.run(setCapabilities, { facilityId, capabilities: JSON.stringify(written) });
      const said = (changes: readonly Change[]) =>
        changes.map(({ module, field }) => (field === null ? module : `${module}.${field}`)).join(' ');
      await auditOperator(tx, 'facility.capabilities', { facilityId }, { on: said(on), off: said(off) });
      const after = inOrder(written).map(([module]) => module);
      return `${name} has ${after.length === 0 ? 'no modules' : after.join(', ')}.`;
    });
  },
});
