import { Instant } from '@portal/api';
import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import type { Handlers } from '../http/handler.ts';
import { removeUnsentFiles } from './answerFiles.ts';
import { isOpen, standingDraft } from './assigned.ts';
import { alreadyCompleted, assignedForWrite, markStarted, readerOf } from './assignedAccess.ts';

const writeDraft = statement(
  'draft.write',
  `insert into questionnaire_drafts (assigned_questionnaire_id, answers, template_revision, saved_at) values ($assignedQuestionnaireId, $answers, $templateRevision, $savedAt)
   on conflict (assigned_questionnaire_id) do update set answers = excluded.answers, template_revision = excluded.template_revision, saved_at = excluded.saved_at`,
);
const discardDraft = statement(
  'draft.discard',
  `insert into questionnaire_drafts as d (assigned_questionnaire_id, discarded_at) values ($assignedQuestionnaireId, $discardedAt)
   on conflict (assigned_questionnaire_id) do update set
     discarded_at = greatest(d.discarded_at, excluded.discarded_at),
     answers = case when d.saved_at > excluded.discarded_at then d.answers end,
     template_revision = case when d.saved_at > excluded.discarded_at then d.template_revision end,
     saved_at = case when d.saved_at > excluded.discarded_at then d.saved_at end`,
);

const instantOf = (text: string) => v.parse(Instant, new Date(text).toISOString());
const isAtOrBefore = (a: string, b: string) => Date.parse(a) <= Date.parse(b);

/** Answers that are not sent yet (rulings, section 6). */
export const draftHandlers = {
  putDraft(context) {
    const { actor, params, body, refuse } = context;
    return context.tx(async (db) => {
      const assigned = await assignedForWrite(db, actor, params.patientId, params.assignedQuestionnaireId);
      if (assigned.status === 'Completed') throw await alreadyCompleted(db, assigned, refuse, readerOf(context));
      if (!isOpen(assigned)) throw refuse('no_longer_open');
      const savedAt = instantOf(body.savedAt);
      const isDiscarded = assigned.discardedAt !== null && isAtOrBefore(savedAt, assigned.discardedAt);
      const isOlder = assigned.savedAt !== null && Date.parse(savedAt) < Date.parse(assigned.savedAt);
      if (isDiscarded || isOlder) throw refuse('draft_superseded', { draft: standingDraft(assigned) });
      await db.run(writeDraft, {
        assignedQuestionnaireId: assigned.id,
        answers: JSON.stringify(body.answers),
        templateRevision: body.templateRevision,
        savedAt,
      });
      if (assigned.status === 'Assigned') await db.run(markStarted, { assignedQuestionnaireId: assigned.id });
      return null;
    });
  },

  deleteDraft(context) {
    const { actor, params, query } = context;
    return context.tx(async (db) => {
      const assigned = await assignedForWrite(db, actor, params.patientId, params.assignedQuestionnaireId);
      if (!isOpen(assigned)) return null;
      const discardedAt = instantOf(query.discardedAt ?? new Date().toISOString());
      await db.run(discardDraft, { assignedQuestionnaireId: assigned.id, discardedAt });
      // A newer draft from another device stays and keeps its files.
      if (assigned.savedAt === null || isAtOrBefore(assigned.savedAt, discardedAt))
        await removeUnsentFiles(db, assigned.id);
      return null;
    });
  },
} satisfies Partial<Handlers>;
