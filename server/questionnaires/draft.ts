import type {
  AnswerValue,
  Constraint,
  DateBound,
  EnableCondition,
  Expression,
  ItemImage,
  ItemOf,
  ItemType,
  Occurs,
  PatientElement,
  QuantityUnit,
} from '@portal/api';
import type { TemplateSource } from './template.ts';

/** An option before it has an id. In a draft, items and options are named by keys. */

export interface OptionDraft {
  readonly key: string;
  readonly text: string;
  readonly score?: number | null;
  readonly isOther?: boolean;
  /** "None of these": it excludes all other options. */
  readonly isExclusive?: boolean;
  readonly image?: ItemImage;
}

/** A value that an item begins with. An option is named by its key; a date is ISO text. */
export type ValueDraft = Pick<
  AnswerValue,
  'textAnswer' | 'numberAnswer' | 'unitKey' | 'otherOptionText' | 'isChecked' | 'coding'
> & {
  readonly dateAnswer?: string;
  readonly dateTimeAnswer?: string;
  readonly timeAnswer?: string;
  readonly optionKey?: string;
};

export interface ConditionDraft {
  readonly itemKey: string;
  readonly operator: EnableCondition['operator'];
  readonly is:
    | Exclude<EnableCondition['is'], { kind: 'options' }>
    | { readonly kind: 'options'; readonly optionKeys: readonly string[] };
}

/** The fields that items of every type can have. */
export interface ItemFields {
  /** Stays the same through revisions: the linkId, or a name of ours. */
  readonly key: string;
  readonly html: string;
  readonly isRequired?: boolean;
  /** Names the matrix of which the item is the head or a row. */
  readonly matrix?: string | null;
  /** The group, heading or question that contains it. */
  readonly parentKey?: string;
  readonly enableWhen?: { readonly behavior: 'all' | 'any'; readonly conditions: readonly ConditionDraft[] };
  readonly enableWhenExpression?: Expression;
  readonly isHidden?: boolean;
  readonly isReadOnly?: boolean;
  readonly initial?: readonly ValueDraft[];
  /** The initial values are one for each of the first rows of the group around the item. */
  readonly isInitialByRow?: boolean;
  /** The initial value from the patient's profile: an expression over `%patient` (name, birth date, sex). */
  readonly initialExpression?: Expression;
  readonly calculated?: Expression;
  readonly constraints?: readonly Constraint[];
  readonly image?: ItemImage;
}
type ChoiceType = Extract<
  ItemType,
  'SingleSelectionRadioButtonQuestion' | 'SingleSelectionDropdownQuestion' | 'MultiSelectionQuestion'
>;

interface Repeating {
  /** How often it may be answered; absent: once. */
  readonly occurs?: Occurs;
}
interface Bounded {
  readonly minValue: number | null;
  readonly maxValue: number | null;
  readonly decimals: number;
}
interface Dated {
  readonly earliest?: DateBound;
  readonly latest?: DateBound;
}

/** The fields that only items of one type have. */
export type TypedFields =
  | {
      readonly type: Exclude<ChoiceType, 'MultiSelectionQuestion'>;
      readonly options: readonly OptionDraft[];
      /** The options are placed side by side where they are boxes. */
      readonly isHorizontal?: boolean;
    }
  | ({ readonly type: 'MultiSelectionQuestion'; readonly options: readonly OptionDraft[] } & Repeating)
  | ({
      readonly type: 'TextQuestion';
      readonly isMultiline: boolean;
      readonly maxLength: number;
      readonly minLength?: number;
      readonly pattern?: string;
      readonly entryFormat?: string;
    } & Repeating)
  | ({ readonly type: 'NumberQuestion'; readonly unit: string | null } & Bounded & Repeating)
  | {
      readonly type: 'SliderQuestion';
      readonly minValue: number;
      readonly maxValue: number;
      readonly step: number;
      readonly minLabel: string | null;
      readonly maxLabel: string | null;
    }
  | { readonly type: 'SectionHeader'; readonly isText?: boolean }
  | { readonly type: 'QuestionMatrixGrouping' | 'BooleanQuestion' }
  | {
      readonly type: 'QuestionGroup';
      readonly occurs: Occurs | null;
      readonly layout: 'list' | 'table' | 'grid';
      readonly rowsAtFirst?: number;
    }
  | ({ readonly type: 'DateQuestion' | 'DateTimeQuestion' } & Dated & Repeating)
  | ({ readonly type: 'TimeQuestion' | 'UrlQuestion' } & Repeating)
  | ({ readonly type: 'QuantityQuestion'; readonly units: readonly QuantityUnit[] } & Bounded & Repeating)
  | ({
      readonly type: 'AttachmentQuestion';
      readonly contentTypes: readonly string[];
      readonly maxSize: number;
      readonly isCardPhoto?: boolean;
    } & Repeating)
  | ({
      readonly type: 'LookupQuestion';
      readonly valueSetKey: string;
      readonly isMultiple: boolean;
      readonly isOpen: boolean;
    } & Repeating)
  | {
      readonly type: 'SignatureQuestion';
      /** The key of the item that is signed, with all that is under it; null: the whole questionnaire. */
      readonly signsKey: string | null;
      readonly signatureTypes: ItemOf<'SignatureQuestion'>['signatureTypes'];
    };

export type ItemDraft = ItemFields & TypedFields;

export interface ScoreDraft {
  readonly key: string;
  readonly name: string;
  readonly constant?: number;
  readonly terms: readonly { readonly itemKey: string; readonly weight?: number }[];
  readonly needs?: readonly {
    readonly atLeast: number;
    readonly of: readonly string[];
    readonly by: 'answer' | 'score';
  }[];
  readonly messages?: readonly {
    readonly from: number | null;
    readonly to: number | null;
    readonly text: string;
    readonly texts?: Readonly<Record<string, string>>;
  }[];
  readonly isShown?: boolean;
}

/** The texts of a template in another language. A missing text is not translated. */
export interface TranslationDraft {
  readonly title?: string;
  readonly description?: string;
  readonly items: Readonly<
    Record<
      string,
      {
        readonly html?: string;
        readonly minLabel?: string;
        readonly maxLabel?: string;
        readonly entryFormat?: string;
        readonly options?: Readonly<Record<string, string>>;
        readonly constraints?: Readonly<Record<string, string>>;
      }
    >
  >;
}

/** The concepts of a large value set. `key` is derived from its content. */
export interface ValueSetDraft {
  readonly key: string;
  readonly concepts: readonly {
    readonly system: string | null;
    readonly code: string;
    readonly display: string;
    readonly translations?: Readonly<Record<string, string>>;
  }[];
}

export interface TemplateDraft {
  /** Identifies later revisions of the same instrument; null makes a new template each time. */
  readonly sourceKey: string | null;
  readonly title: string;
  /** The tag of the language in which it is written. */
  readonly language?: string | undefined;
  readonly description?: string | null;
  readonly instructions?: string | null;
  readonly defaultMessage?: string | null;
  readonly items: readonly ItemDraft[];
  readonly scores?: readonly ScoreDraft[];
  readonly source?: TemplateSource | null;
  /** Present if any item has an expression: the variables that expressions may name. The tree that they use is the source's. */
  readonly formLogic?: {
    readonly variables: readonly {
      readonly name: string;
      /** Null: for the whole questionnaire. */
      readonly itemKey: string | null;
      readonly expression: Expression;
    }[];
    readonly patientElements?: readonly PatientElement[];
  };
  /** By language tag. */
  readonly translations?: Readonly<Record<string, TranslationDraft>>;
  readonly valueSets?: readonly ValueSetDraft[];
}
