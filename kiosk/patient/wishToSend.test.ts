import { AssignedQuestionnaire } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../src/data/connection.ts';
import { firstStore } from '../../src/words/smallStore.ts';
import type { SendOutcome } from '../../src/modules/questionnaires/fill/sheetSubmit.ts';
import { wishToSend, type WishState } from './wishToSend.ts';

const completed = v.parse(AssignedQuestionnaire, {
  assignedQuestionnaireId: 1,
  templateTitle: 'How are you doing?',
  templateDescription: null,
  statusDescription: 'Completed',
  dueDate: null,
  completedDate: null,
  isNew: false,
  canStartByPatient: true,
  questionCount: 1,
  answeredCount: 1,
  patientInstructions: null,
  templateRevision: 1,
  patientQuestionAnswerList: [],
  patientScoreList: [],
  defaultMsgOnCompletion: null,
  isValid: true,
  draft: null,
  questionnaireItems: [],
});

/** A tablet whose network can be cut, and a server that counts what it completed. */
function tablet() {
  const connection = firstStore<Connection>('online');
  const world = { network: true, serverFails: false, sends: 0, completions: 0, takes: 0, lost: false };
  const states: WishState[] = [];
  const outcomes: SendOutcome[] = [];
  const send = async (): Promise<SendOutcome> => {
    world.sends += 1;
    if (world.takes > 0)
      await new Promise<void>((resolve) => {
        setTimeout(resolve, world.takes);
      });
    connection.set(world.network ? 'online' : 'offline');
    world.lost = !world.network;
    if (!world.network || world.serverFails) return { kind: 'failed' };
    world.completions = 1;
    return { kind: 'sent', completed };
  };
  const wish = wishToSend({
    send,
    hasLostConnection: () => world.lost,
    connection: connection.get,
    subscribeToConnection: connection.subscribe,
    later(milliseconds, run) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    onState: (state) => states.push(state),
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  return {
    world,
    wish,
    states,
    outcomes,
    cut: () => {
      world.network = false;
    },
    /** The probe of the connection finds the server again. */
    restore: () => {
      world.network = true;
      connection.set('online');
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the wish to send', () => {
  it('sends at once with a connection, and says what came of it', async () => {
    const { wish, states, outcomes } = tablet();
    wish.press();
    await vi.advanceTimersByTimeAsync(0);
    expect(states).toEqual(['sending', 'none']);
    expect(outcomes).toEqual([{ kind: 'sent', completed }]);
  });

  it('outlives minutes without a connection and a page that is gone, and goes out when the connection is back', async () => {
    const { world, wish, states, outcomes, cut, restore } = tablet();
    cut();
    wish.press();
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    expect(states).toEqual(['sending', 'waiting']);
    expect(outcomes).toEqual([]);
    restore();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(outcomes).toEqual([{ kind: 'sent', completed }]);
    expect(world.completions).toBe(1);
  });

  it('goes on waiting when the connection was back for a moment only', async () => {
    const { wish, states, outcomes, cut, restore } = tablet();
    cut();
    wish.press();
    await vi.advanceTimersByTimeAsync(1_000);
    restore();
    cut();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(states.at(-1)).toBe('waiting');
    restore();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['sent']);
  });

  it('tries again when the server fails just after the connection is back', async () => {
    const { world, wish, outcomes, cut, restore } = tablet();
    cut();
    wish.press();
    await vi.advanceTimersByTimeAsync(1_000);
    world.serverFails = true;
    restore();
    await vi.advanceTimersByTimeAsync(7_000);
    expect(outcomes).toEqual([]);
    world.serverFails = false;
    await vi.advanceTimersByTimeAsync(7_000);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['sent']);
  });

  it('is no waiting when the server answers that it failed: the page says so and the patient decides', async () => {
    const { world, wish, states, outcomes } = tablet();
    world.serverFails = true;
    wish.press();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states).toEqual(['sending', 'none']);
    expect(outcomes).toEqual([{ kind: 'failed' }]);
    expect(world.sends).toBe(1);
  });

  it('sends once, however often Send is pressed', async () => {
    const { world, wish } = tablet();
    world.takes = 3_000;
    for (let press = 0; press < 5; press += 1) wish.press();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(world.sends).toBe(1);
  });

  it('taken back, it sends nothing; what was on its way already is still told', async () => {
    const { world, wish, states, outcomes, cut, restore } = tablet();
    cut();
    wish.press();
    await vi.advanceTimersByTimeAsync(1_000);
    wish.takeBack();
    restore();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states.at(-1)).toBe('none');
    expect(world.completions).toBe(0);
    cut();
    wish.press();
    await vi.advanceTimersByTimeAsync(1_000);
    world.takes = 3_000;
    restore();
    await vi.advanceTimersByTimeAsync(1_000);
    wish.takeBack();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['sent']);
  });

  it('after the visit nothing is sent and nothing is told', async () => {
    const { world, wish, outcomes, cut, restore } = tablet();
    cut();
    wish.press();
    await vi.advanceTimersByTimeAsync(1_000);
    wish.stop();
    restore();
    wish.press();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([world.completions, outcomes]).toEqual([0, []]);
  });

  it('whatever the network does, a press that stands is sent once the network stays', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ up: fc.boolean(), for: fc.integer({ min: 0, max: 20_000 }) }), { maxLength: 12 }),
        fc.integer({ min: 0, max: 4_000 }),
        async (turns, takes) => {
          const { world, wish, outcomes, cut, restore } = tablet();
          world.takes = takes;
          cut();
          wish.press();
          for (const turn of turns) {
            if (turn.up) restore();
            else cut();
            await vi.advanceTimersByTimeAsync(turn.for);
          }
          restore();
          await vi.advanceTimersByTimeAsync(20_000);
          expect(outcomes).toEqual([{ kind: 'sent', completed }]);
          wish.stop();
        },
      ),
      { numRuns: 60 },
    );
  });
});
