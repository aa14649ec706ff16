import { PatientId } from '@portal/api';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { isHandOverPath } from '../handover/address.ts';
import { handOverOf } from '../handover/visitor.ts';
import { handOverAddress } from './handOverAddress.ts';

const patientId = v.parse(PatientId, 12);

it('leads to the patient’s facility, and what it carries arrives as it left', () => {
  const address = handOverAddress('http://harbour.localhost:8081', patientId, '00+a/b=&c');
  expect(address).toMatch(/^http:\/\/harbour\.localhost:8081\/patientKioskUserLogin\?/);
  const { pathname, search } = new URL(address ?? '');
  expect(isHandOverPath(pathname)).toBe(true);
  expect(handOverOf(search)).toEqual({ patientId: 12, data: '00+a/b=&c' });
});

it('keeps the folder in which a facility serves its kiosk', () => {
  expect(handOverAddress('https://clinic.example/kiosk/', patientId, 'x')).toBe(
    'https://clinic.example/kiosk/patientKioskUserLogin?ptId=12&data=x',
  );
});

it('goes nowhere that is not a web address', () => {
  for (const bad of ['', 'clinic.example', 'javascript:alert(1)', 'data:text/html,x'])
    expect(handOverAddress(bad, patientId, 'x')).toBeNull();
});
