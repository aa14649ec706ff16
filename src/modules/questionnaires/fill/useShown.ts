import { useSyncExternalStore } from 'react';
import type { AnswerSheet } from './answerSheet.ts';
import type { Block } from './screens.ts';
import { isSeen, isShown } from './sheetWalk.ts';

/** Whether there is anything of these blocks to show; renders again only when that changes. */
export function useShown(sheet: AnswerSheet, blocks: readonly Block[]): boolean {
  const look = () => sheet.isPlain || blocks.some((block) => isShown(sheet, block));
  return useSyncExternalStore(sheet.subscribeAsking, look, look);
}

/** Whether the block itself is to be shown, apart from what follows it. */
export function useSeen(sheet: AnswerSheet, block: Block): boolean {
  const look = () => isSeen(sheet, block);
  return useSyncExternalStore(sheet.subscribeAsking, look, look);
}
