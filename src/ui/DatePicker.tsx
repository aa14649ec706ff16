import { formatDate, useWords } from '../words/index.ts';
import type { CalendarDate } from '@portal/api';
import { type ReactNode, Suspense, lazy, useCallback, useId, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { Calendar } from './Calendar.tsx';
import { addDays, typedDate, dateWithin } from './calendar.ts';
import { classes } from './classes.ts';
import { dateBox, dayStepper, pickerFrame } from './DatePicker.css.ts';
import { Field } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import { CalendarDays, ChevronLeft, ChevronRight } from './icons.ts';
import { input, inputWrap } from './Input.css.ts';
import { PopoverSurface, useDismiss } from './Popover.tsx';
import { useWindowSize } from './useWindowSize.ts';

// Loaded later, because the dialog needs its library and most pages with a date never open it.
const Dialog = lazy(async () => ({ default: (await import('./dialog/Dialog.tsx')).Dialog }));

interface DatePickerProps {
  id?: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  value: CalendarDate | null;
  /** The date, or null with the typed text where that is no date. */
  onChange: (date: CalendarDate | null, typed: string) => void;
  min?: CalendarDate;
  max?: CalendarDate;
  /** Today at the facility. */
  today: CalendarDate;
  /** Buttons for the day before and after. */
  previousNext?: boolean;
}

/** A date that is typed or chosen. The calendar is a popover on large screens, a dialog on phones and on the kiosk. */
export function DatePicker({
  id: givenId,
  label,
  hint,
  error,
  required,
  value,
  onChange,
  min,
  max,
  today,
  previousNext = false,
}: DatePickerProps): ReactNode {
  const { t, locale } = useWords();
  const ownId = useId();
  const id = givenId ?? ownId;
  const size = useWindowSize();
  const [open, setOpen] = useState(false);
  // The text of the box while it is typed in; otherwise the formatted date.
  const [draft, setDraft] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const asDialog = size === 'XSmall' || document.documentElement.dataset.surface === 'kiosk';
  const close = useCallback(() => setOpen(false), []);
  useDismiss(open && !asDialog, frame, opener, close);

  const dateOf = (typed: string): CalendarDate | null => {
    const date = typedDate(typed, locale);
    return date !== null && dateWithin(date, min, max) === date ? date : null;
  };
  const commit = () => {
    if (draft === null) return;
    const date = dateOf(draft);
    if (date === null) {
      onChange(null, draft);
      if (draft.trim() === '') setDraft(null);
      return;
    }
    setDraft(null);
    if (date !== value) onChange(date, formatDate(locale, date, 'medium'));
  };
  const choose = (date: CalendarDate) => {
    setDraft(null);
    setOpen(false);
    // A dialog returns the focus by itself.
    if (!asDialog) opener.current?.focus();
    if (date !== value) onChange(date, formatDate(locale, date, 'medium'));
  };
  const step = (days: number) => choose(dateWithin(value ? addDays(value, days) : today, min, max));

  const calendar = <Calendar value={value} today={today} min={min} max={max} onSelect={choose} fill={asDialog} />;
  return (
    <Field id={id} label={label} hint={hint} error={error} required={required}>
      {(control) => {
        const box = (
          <div className={inputWrap} ref={frame}>
            <input
              {...control}
              className={classes(input, dateBox)}
              autoComplete="off"
              value={draft ?? (value ? formatDate(locale, value, 'medium') : '')}
              onChange={({ currentTarget: { value: typed } }) => {
                setDraft(typed);
                // An error that went only as the box is left would move the button that is being pressed.
                const date = error ? dateOf(typed) : null;
                if (date !== null && date !== value) onChange(date, typed);
              }}
              onBlur={commit}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                commit();
              }}
            />
            <IconButton
              ref={opener}
              icon={CalendarDays}
              size="s"
              label={t('core.openCalendar')}
              aria-expanded={open}
              aria-haspopup="dialog"
              onClick={() => {
                commit();
                setOpen(!open);
              }}
            />
            {open && !asDialog ? (
              <PopoverSurface className={pickerFrame}>
                <div role="dialog" aria-label={t('core.chooseDate')}>
                  {calendar}
                </div>
              </PopoverSurface>
            ) : null}
          </div>
        );
        return (
          <>
            {previousNext ? (
              <div className={dayStepper}>
                <IconButton icon={ChevronLeft} label={t('core.previousDay')} onClick={() => step(-1)} />
                {box}
                <IconButton icon={ChevronRight} label={t('core.nextDay')} onClick={() => step(1)} />
              </div>
            ) : (
              box
            )}
            {asDialog ? (
              <Suspense fallback={null}>
                {open ? (
                  <Dialog
                    narrow
                    title={t('core.chooseDate')}
                    onClose={close}
                    actions={
                      <>
                        <Button variant="secondary" onClick={close}>
                          {t('core.close')}
                        </Button>
                        <Button variant="quiet" onClick={() => choose(dateWithin(today, min, max))}>
                          {t('core.today')}
                        </Button>
                      </>
                    }
                  >
                    {calendar}
                  </Dialog>
                ) : null}
              </Suspense>
            ) : null}
          </>
        );
      }}
    </Field>
  );
}
