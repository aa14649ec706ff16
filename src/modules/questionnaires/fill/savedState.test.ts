import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DraftState } from '../../../data/drafts/types.ts';
import { savedState, takesBack, wouldLose } from './savedState.ts';

const state = (more: Partial<DraftState>): DraftState => ({
  device: 'none',
  server: 'none',
  connection: 'online',
  ownership: 'owner',
  submission: 'none',
  ...more,
});
const anyState: fc.Arbitrary<DraftState> = fc.record({
  device: fc.constantFrom('none', 'writing', 'saved', 'refused', 'never'),
  server: fc.constantFrom('none', 'waiting', 'undecided', 'writing', 'saved'),
  connection: fc.constantFrom('online', 'offline'),
  ownership: fc.constantFrom('owner', 'elsewhere'),
  submission: fc.constantFrom('none', 'waiting', 'sending', 'sent'),
});

describe('what the page says about where the answers are', () => {
  it('tells the device from the server', () => {
    expect(savedState(state({ device: 'saved', server: 'waiting' }))?.text).toBe('questionnaires.savedOnDevice');
    expect(savedState(state({ device: 'saved', server: 'saved' }))?.text).toBe('questionnaires.saved');
    expect(savedState(state({ device: 'never', server: 'saved' }))?.text).toBe('questionnaires.saved');
    expect(savedState(state({ device: 'never', server: 'writing' }))?.text).toBe('questionnaires.notSavedYet');
    expect(savedState(state({}))).toBeNull();
  });

  it('says that the device does not store, whatever the server has', () => {
    expect(savedState(state({ device: 'refused', server: 'saved' }))?.text).toBe('questionnaires.notSavedOnDevice');
  });

  it('does not say "Sending" where nothing can be sent', () => {
    expect(savedState(state({ submission: 'sending' }))?.text).toBe('questionnaires.sending');
    expect(savedState(state({ submission: 'sending', connection: 'offline' }))?.text).toBe(
      'questionnaires.waitingToSend',
    );
  });

  it('shows a tick only for what is durable', () => {
    fc.assert(
      fc.property(anyState, (any) => {
        if (savedState(any)?.kind !== 'saved') return;
        expect(any.submission === 'sent' || any.device === 'saved' || any.server === 'saved').toBe(true);
        expect(any.submission === 'none' ? any.device : 'saved').not.toBe('writing');
      }),
    );
  });

  it('warns before closing exactly when something would be lost', () => {
    expect(wouldLose(state({ device: 'writing', server: 'waiting' }))).toBe(true);
    expect(wouldLose(state({ device: 'refused', server: 'waiting', connection: 'offline' }))).toBe(true);
    expect(wouldLose(state({ device: 'refused', server: 'saved' }))).toBe(false);
    expect(wouldLose(state({ device: 'saved', server: 'waiting' }))).toBe(false);
    expect(wouldLose(state({}))).toBe(false);
  });

  it('takes a tick back at once, whatever else may wait for the paint', () => {
    fc.assert(
      fc.property(anyState, anyState, (before, after) => {
        const [said, says] = [savedState(before), savedState(after)];
        if (
          before.submission === 'none' &&
          said?.kind === 'saved' &&
          says?.kind === 'draft' &&
          after.submission === 'none'
        )
          expect(takesBack(before, after)).toBe(true);
      }),
    );
    expect(
      takesBack(state({ device: 'saved', server: 'saved' }), state({ device: 'writing', server: 'waiting' })),
    ).toBe(true);
    expect(takesBack(state({}), state({ device: 'writing', server: 'waiting' }))).toBe(false);
    expect(takesBack(state({ device: 'writing' }), state({ device: 'saved' }))).toBe(false);
  });
});
