import type { Comparison, Formula } from './drawnFormulas.ts';
import type { Value } from './drawnValues.ts';

/** Evaluates drawn expressions, written independently from FHIRPath's rules, in which an empty result is the third truth value. */

/** The answers to a question, in all rows or in the row of the expression. */
export type Said = (linkId: string, isInRow: boolean) => readonly Value[];

const compared = (operator: Comparison, left: number, right: number): boolean => {
  switch (operator) {
    case '=':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '>':
      return left > right;
    case '<=':
      return left <= right;
    case '>=':
      return left >= right;
  }
};

/** The number that an expression results in; null if the result is empty. */
export function numberOf(formula: Formula, said: Said): number | null {
  switch (formula.kind) {
    case 'literal':
      return formula.value;
    case 'count':
      return said(formula.question.linkId, formula.row !== null).length;
    case 'sum': {
      const values = said(formula.question.linkId, formula.row !== null);
      return values.length === 0 ? null : values.reduce<number>((sum, value) => sum + Number(value), 0);
    }
    case 'plus': {
      const [left, right] = [numberOf(formula.left, said), numberOf(formula.right, said)];
      return left === null || right === null ? null : left + right;
    }
    case 'iif':
      return numberOf(truthOf(formula.if, said) === true ? formula.yes : formula.no, said);
    case 'variable':
      return numberOf(formula.of, said);
    case 'exists':
    case 'has':
    case 'and':
    case 'or':
    case 'compare':
    case 'not':
      throw new Error(`${formula.kind} is no number`);
  }
}

/** The truth that an expression results in; null if the result is empty. */
export function truthOf(formula: Formula, said: Said): boolean | null {
  switch (formula.kind) {
    case 'exists':
      return said(formula.question.linkId, formula.row !== null).length > 0;
    case 'has':
      return said(formula.question.linkId, formula.row !== null).includes(formula.value);
    case 'and':
    case 'or': {
      const both = [truthOf(formula.left, said), truthOf(formula.right, said)];
      const decisive = formula.kind === 'or';
      return both.includes(decisive) ? decisive : both.includes(null) ? null : !decisive;
    }
    case 'compare': {
      const [left, right] = [numberOf(formula.left, said), numberOf(formula.right, said)];
      return left === null || right === null ? null : compared(formula.operator, left, right);
    }
    case 'not': {
      const of = truthOf(formula.of, said);
      return of === null ? null : !of;
    }
    case 'literal':
    case 'count':
    case 'sum':
    case 'plus':
    case 'iif':
    case 'variable':
      throw new Error(`${formula.kind} is no truth`);
  }
}
