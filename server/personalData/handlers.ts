import type { Handlers } from '../http/handler.ts';
import { collectPersonalData } from './collect.ts';
import { bundleOf } from './fhir.ts';
import { fhirJson } from '../subject/fhirParts.ts';
import { xmlOf } from './xml.ts';

const fileName = (madeAt: string): string => `PersonalData_${madeAt.slice(0, 10).replaceAll('-', '')}`;

/** All that is held of a patient, as files (specification 3, section 7). */
export const personalDataHandlers = {
  async exportPersonalData({ actor, db, params }) {
    const data = await collectPersonalData(db, params.patientId, actor.userId);
    return { bytes: Buffer.from(xmlOf(data)), fileType: 'xml', fileName: fileName(data.madeAt), goesTo: 'disk' };
  },

  async exportFhirBundle({ actor, db, params }) {
    const data = await collectPersonalData(db, params.patientId, actor.userId);
    return {
      bytes: Buffer.from(fhirJson(bundleOf(data))),
      fileType: 'json',
      fileName: fileName(data.madeAt),
      goesTo: 'disk',
    };
  },
} satisfies Partial<Handlers>;
