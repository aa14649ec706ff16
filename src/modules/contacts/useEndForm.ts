import { type CalendarDate, setSectionEnd } from '@portal/api';
import { useState } from 'react';
import { failureOf, messageFor, refusalOf } from '../../data/errors.ts';
import { facilityToday } from '../../records/facilityToday.ts';
import { type Form, type RefusedSubmit, useForm } from '../../ui/form/useForm.ts';
import { type End, type EndValues, endOfValues, endProblems, endRules, endValuesOf } from './endForm.ts';

interface EndFormOptions {
  readonly end: End;
  /** The last day of everything that the contact may do; null: none, or it is what is chosen here. */
  readonly latest: CalendarDate | null;
  readonly put: (end: End) => Promise<void>;
}

export interface EndForm {
  readonly form: Form<EndValues>;
  readonly isOpen: boolean;
  readonly isSaved: boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** Null when it is saved. */
  readonly save: (values: EndValues) => Promise<RefusedSubmit<EndValues> | null>;
}

/** Choosing until when something lasts, and why. */
export function useEndForm({ end, latest, put }: EndFormOptions): EndForm {
  const [isOpen, setOpen] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const today = facilityToday();
  const form = useForm<EndValues>({
    initial: endValuesOf(end, today),
    ...endRules(today, latest),
    errorsFrom: 'submit',
    onSubmit: (values) => save(values),
  });
  const save = async (values: EndValues): Promise<RefusedSubmit<EndValues> | null> => {
    setSaved(false);
    const chosen = endOfValues(values);
    try {
      await put(chosen);
      setOpen(false);
      setSaved(true);
      return null;
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      // Its codes are those of the end of all access as well.
      const refusal = refusalOf(setSectionEnd, failure);
      if (refusal === 'last_day_over' || refusal === 'last_day_too_late' || refusal === 'last_day_after_access')
        return { fields: { lastDay: endProblems[refusal] } };
      const message = messageFor(failure);
      return message === null ? {} : { message };
    }
  };
  const open = () => {
    setSaved(false);
    form.reset(endValuesOf(end, today));
    setOpen(true);
  };
  const close = () => setOpen(false);
  return { form, isOpen, isSaved, open, close, save };
}
