import { expect, it } from 'vitest';
import { readXml } from '../xml/readXml.ts';
import { calendarDateOf, dateOf, periodOf } from './timestamps.ts';

it.each([
  ['2012', '2012'],
  ['201208', '2012-08'],
  ['20120806', '2012-08-06'],
  // An hour without minutes, and a time without a zone, give only the day.
  ['2012080610', '2012-08-06'],
  ['2012080610-0500', '2012-08-06'],
  ['201208061045', '2012-08-06'],
  ['20120806104530.123', '2012-08-06'],
  ['201208061045-0500', '2012-08-06T10:45:00-05:00'],
  ['20120806104530-0500', '2012-08-06T10:45:30-05:00'],
  ['20120806104530.123-0500', '2012-08-06T10:45:30.123-05:00'],
  ['20120806104530+00', '2012-08-06T10:45:30+00:00'],
  ['20120806104530Z', '2012-08-06T10:45:30Z'],
  ['20120806104530+05:30', '2012-08-06T10:45:30+05:30'],
  ['2012-08-06', '2012-08-06'],
  ['2012-08-06T10:45:30-05:00', '2012-08-06T10:45:30-05:00'],
  ['2012-08-06T10:45:30', '2012-08-06'],
  ['20120806104530+9900', '2012-08-06'],
  ['20120806996060-0500', '2012-08-06'],
  ['20120230', null],
  ['00000000', null],
  ['20121301', null],
  ['201', null],
  ['yesterday', null],
  ['', null],
  [null, null],
] as const)('%s is %s', (value, date) => {
  expect(dateOf(value)).toBe(date);
});

it('a day of birth has no zone to be shifted by', () => {
  expect(calendarDateOf('19470501000000+0000')).toBe('1947-05-01');
  expect(calendarDateOf('194705')).toBe('1947-05');
});

it.each([
  ['<t value="2012"/>', '2012', null],
  ['<t><low value="201201"/><high value="20120203"/></t>', '2012-01', '2012-02-03'],
  ['<t><low nullFlavor="UNK"/><high value="20120203"/></t>', null, '2012-02-03'],
  ['<t><center value="2012"/></t>', '2012', null],
  ['<t nullFlavor="UNK"/>', null, null],
])('%s is from %s to %s', (xml, start, end) => {
  expect(periodOf(readXml(Buffer.from(xml.replace('<t', '<t xmlns="urn:hl7-org:v3"'))))).toEqual({ start, end });
});
