import type { XmlElement } from '../tree.ts';
import { attributeOf, childrenOf } from '../xml/elements.ts';

const loinc = '2.16.840.1.113883.6.1';
const isLoinc = (code: XmlElement): boolean => {
  const system = attributeOf(code, 'codeSystem');
  return system === loinc || (system === null && /^\d{1,6}-\d$/.test(attributeOf(code, 'code') ?? ''));
};

/** The LOINC code of a coded element: its own, or that of a translation. */
export function loincOf(code: XmlElement | null): string | null {
  if (code === null) return null;
  const found = [code, ...childrenOf(code, 'translation')].find(isLoinc);
  return found === undefined ? null : attributeOf(found, 'code');
}

/** Kinds of documents by LOINC code, in plain words, for documents that have no words for it. */
const documentTypes: Readonly<Record<string, string>> = {
  '34133-9': 'Continuity of Care Document',
  '18842-5': 'Discharge Summary',
  '11488-4': 'Consultation Note',
  '11504-8': 'Operative Note',
  '11506-3': 'Progress Note',
  '18748-4': 'Diagnostic Imaging Report',
  '28570-0': 'Procedure Note',
  '34117-2': 'History and Physical',
  '34109-9': 'Note',
  '52521-2': 'Care Plan',
  '57133-1': 'Referral Note',
  '18761-7': 'Transfer Summary',
  '51855-5': 'Patient Note',
  '34112-3': 'Hospital Note',
  '34878-9': 'Emergency Department Note',
  '74207-2': 'Prehospital Emergency Care Report',
  '68604-8': 'Radiology Report',
  '11502-2': 'Laboratory Report',
  '26436-6': 'Laboratory Studies',
  '10160-0': 'Medication History',
  '11369-6': 'Immunization History',
  '60591-5': 'Patient Summary',
};
export const documentTypeName = (code: string | null): string | null =>
  code !== null && Object.hasOwn(documentTypes, code) ? (documentTypes[code] ?? null) : null;
