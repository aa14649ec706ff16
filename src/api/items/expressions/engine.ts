import type { QuestionnaireItemId } from '../../ids.ts';
import type { AnswerValue, Constraint } from '../../questionnaireItems.ts';
import type { Form } from '../form.ts';
import type { ItemNode, OpenPlace } from '../structure.ts';
import type { SheetView } from './response.ts';

export interface FormExpressions {
  /** The items whose answers decide whether this one is asked, or what its value is. */
  itemsReadBy(node: ItemNode): ReadonlySet<QuestionnaireItemId>;
  itemsNamedBy(node: ItemNode): readonly QuestionnaireItemId[];
  /** Whether its `enableWhenExpression` is met; true when it has none. */
  isMet(place: OpenPlace, view: SheetView): boolean;
  compute(place: OpenPlace, view: SheetView): readonly AnswerValue[];
  /** The first constraint that is false. */
  brokenConstraint(place: OpenPlace, view: SheetView): Constraint | undefined;
}
export interface ExpressionEngine {
  of(form: Form): FormExpressions;
}
