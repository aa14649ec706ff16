import type { ReactNode } from 'react';
import { PatientChoice, PatientChoiceInBar } from './PatientChoice.tsx';
import { actingHead } from './PatientChoice.css.ts';
import { usePatientEntries } from './patientChange.ts';

/** Whose record it is, and the change to another, in the bar of full-screen work. */
export const PatientInBar = (): ReactNode => <PatientChoiceInBar patients={usePatientEntries()} />;

/** The same above a full-screen page that has no bar. */
export const PatientOfPage = (): ReactNode => (
  <div className={actingHead}>
    <PatientChoice patients={usePatientEntries()} />
  </div>
);
