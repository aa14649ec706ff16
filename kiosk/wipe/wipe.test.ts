import { describe, expect, it } from 'vitest';
import { createWipe, type WipeSteps } from './wipe.ts';

const never = new Promise<void>(() => undefined);

function visit(changes: Partial<WipeSteps> = {}) {
  const done: string[] = [];
  const note = (step: string) => async () => {
    done.push(step);
  };
  const steps: WipeSteps = {
    cover: () => {
      done.push('cover');
    },
    flushDraft: note('flush'),
    fateOfAnswers: () => null,
    endSession: note('end'),
    forget: note('forget'),
    leave: (reason, fate) => {
      done.push(fate === null ? `leave ${reason}` : `leave ${reason} ${fate}`);
    },
    ...changes,
  };
  return { done, wipe: createWipe(steps, { flush: 5, end: 5, forget: 5 }) };
}

describe('the wipe', () => {
  it('covers the screen first, saves the answers, ends the session, forgets, then leaves', async () => {
    const { done, wipe } = visit();
    await wipe('finished');
    expect(done).toEqual(['cover', 'flush', 'end', 'forget', 'leave finished']);
  });

  it('happens once, whoever asks and however often', async () => {
    const { done, wipe } = visit();
    await Promise.all([wipe('idle'), wipe('finished'), wipe('left')]);
    expect(done.filter((step) => step.startsWith('leave'))).toEqual(['leave idle']);
  });

  it('goes on without a network that never answers', async () => {
    const { done, wipe } = visit({ flushDraft: () => never, endSession: () => never });
    await wipe('idle');
    expect(done).toEqual(['cover', 'forget', 'leave idle']);
  });

  it('says what became of the answers after the last try to save them, not before', async () => {
    let isSaved = false;
    const { done, wipe } = visit({
      flushDraft: async () => {
        isSaved = true;
      },
      fateOfAnswers: () => (isSaved ? 'kept' : 'lost'),
    });
    await wipe('idle');
    expect(done.at(-1)).toBe('leave idle kept');
  });

  it('goes on when every step fails', async () => {
    const fail = () => Promise.reject(new Error('no'));
    const { done, wipe } = visit({
      cover: () => {
        throw new Error('no');
      },
      flushDraft: fail,
      endSession: fail,
      forget: fail,
    });
    await wipe('left');
    expect(done).toEqual(['leave left']);
  });
});
