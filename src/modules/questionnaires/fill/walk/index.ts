export { ChapterOverview } from './ChapterOverview.tsx';
export { ChapterActions, ChapterQuestions } from './ChapterQuestions.tsx';
