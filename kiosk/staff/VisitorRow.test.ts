import { KioskVisitor } from '@portal/api';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import { beforeAll, expect, it } from 'vitest';
import { currentTime } from '../../src/data/serverClock.ts';
import { loadWords } from '../../src/words/index.ts';
import { VisitorRow } from './VisitorRow.tsx';

beforeAll(() => loadWords('kiosk'));

it('a visit at another facility of the same staff shows the time on the clock there', () => {
  const day = new Date(currentTime()).toISOString().slice(0, 10);
  const visitor = v.parse(KioskVisitor, {
    patientId: 1,
    firstName: 'Juniper',
    lastName: 'Applewhistle',
    dateOfBirth: '1979-04-02',
    mrn: 'TW-1',
    facilityShortName: 'Harbour Point',
    timeZoneId: 'Etc/GMT+1',
    state: 'waiting',
    canStartByPatient: true,
    lastSavedAt: null,
    onOtherTabletSince: null,
    arrivedAt: null,
    awaitedVisits: [{ startsAt: `${day}T15:30:00.000Z` }],
    questionnaires: [],
  });
  const row = renderToStaticMarkup(createElement(VisitorRow, { visitor, onStart: () => undefined }));
  expect(row).toMatch(/Visit at [^<]*2:30\sPM/);
});
