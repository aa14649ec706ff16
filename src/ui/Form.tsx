import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { form } from './Form.css.ts';

/** A form with its fields one below the other. The browser's own error bubbles are off, because we show errors ourselves. */
export const Form = ({ className, children, ...rest }: ComponentProps<'form'>): ReactNode => (
  <form {...rest} noValidate className={classes(form, className)}>
    {children}
  </form>
);

/** The same spacing outside a form. */
export const FormStack = ({ children }: { children: ReactNode }): ReactNode => <div className={form}>{children}</div>;
