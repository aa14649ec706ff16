import { expect, test } from 'vitest';
import { circleIn } from './noCircles.build.ts';

const graph = (rows: Readonly<Record<string, readonly string[]>>) => new Map(Object.entries(rows));

test('modules that lead nowhere back have no circle', () => {
  expect(circleIn(graph({ main: ['app', 'page'], app: ['page', 'part'], page: ['part'], part: [] }))).toBeNull();
});

test('the shortest circle is told from a module back to itself', () => {
  const rows = {
    main: ['router'],
    router: ['pages'],
    pages: ['list', 'detail'],
    list: ['link'],
    detail: [],
    link: ['router'],
  };
  expect(circleIn(graph(rows))).toEqual(['router', 'pages', 'list', 'link', 'router']);
});
