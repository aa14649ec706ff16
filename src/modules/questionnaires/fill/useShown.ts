import { useSyncExternalStore } from 'react';
import type { AnswerSheet } from './answerSheet.ts';
import type { Block } from './screens.ts';
import { isSeen, isShown } from './sheetWalk.ts';

/** Whether any of these blocks shows something; renders again only when that changes. */
export function useShown(sheet: AnswerSheet, blocks: readonly Block[]): boolean {
  const look = () => sheet.isPlain || blocks.some((block) => isShown(sheet, block));
  return useSyncExternalStore(sheet.subscribeAsking, look, look);
}

/** Whether the block itself is shown, without those below it. */
export function useSeen(sheet: AnswerSheet, block: Block): boolean {
  const look = () => isSeen(sheet, block);
  return useSyncExternalStore(sheet.subscribeAsking, look, look);
}
