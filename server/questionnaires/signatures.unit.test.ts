import { type Answer, FacilityId, Instant, PatientId, QuestionnaireItemId, UserId } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../http/handler.ts';
import { withSigner } from './signatures.ts';

const [own, other] = [v.parse(PatientId, 1), v.parse(PatientId, 2)];
const actor = (role: Actor['role'], patientId: PatientId | null): Actor => ({
  sessionId: 1,
  userId: v.parse(UserId, 1),
  role,
  loginType: 'userNamePassword',
  patientId,
  facilityId: v.parse(FacilityId, 1),
  name: 'Ada Tief',
});
const answers: readonly Answer[] = [
  { questionnaireItemId: v.parse(QuestionnaireItemId, 1), textAnswer: 'not signed' },
  {
    questionnaireItemId: v.parse(QuestionnaireItemId, 2),
    signature: {
      signedText: { parts: [] },
      hash: '0'.repeat(64),
      signedAt: v.parse(Instant, '2026-11-28T12:00:00.000Z'),
      mark: { kind: 'typed', name: 'A' },
    },
  },
];
const signerOf = (by: Actor) => withSigner(answers, by, own).map(({ signature }) => signature?.signer);

describe('who signed', () => {
  it('is the session that sends it, and whoever acts for the patient is a representative', () => {
    const name = 'Ada Tief';
    expect(signerOf(actor('patient', own))).toEqual([undefined, { role: 'patient', name }]);
    expect(signerOf(actor('kioskPatient', own))).toEqual([undefined, { role: 'kioskPatient', name }]);
    expect(signerOf(actor('representative', null))).toEqual([undefined, { role: 'representative', name }]);
    expect(signerOf(actor('patient', other))).toEqual([undefined, { role: 'representative', name }]);
  });
});
