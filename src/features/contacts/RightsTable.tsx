import { type ContactId, type PatientId, type SectionRight, Right, Section, getContactRights, setContactRights } from '@portal/api';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { keyOf, queryClient, useCall } from '../../data/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Check } from '../../ui/icons.ts';
import { tick } from '../../ui/Tick.css.ts';
import { useWords } from '../../words/index.ts';
import { Fetched } from '../facility/Fetched.tsx';
import { hasRight, withRight } from './contact.ts';
import { access, box, hint, rights as rightsClass } from './contacts.css.ts';

export interface RightsTableProps {
  readonly patientId: PatientId;
  readonly contactId: ContactId;
  readonly name: string;
  /** There is no account yet: what is chosen is what it will begin with. */
  readonly isPending: boolean;
}

/** What a contact may see and do, section by section (beyond the document). Each press holds at once; nothing waits for the form. */
export function RightsTable({ patientId, contactId, name, isPending }: RightsTableProps): ReactNode {
  const { t } = useWords();
  const id = useId();
  const asked = useCall(getContactRights, { params: { patientId, contactId } });
  return (
    <Card labelledBy={id}>
      <div className={access}>
        <h2 id={id}>{t('contacts.rights', { name })}</h2>
        <p className={hint}>{t(isPending ? 'contacts.rightsPendingText' : 'contacts.rightsText')}</p>
        <Fetched asked={asked} isEmpty={({ offered }) => offered.length === 0} empty={null} level={3}>
          {({ offered, given }) => <Table patientId={patientId} contactId={contactId} offered={offered} first={given} labelledBy={id} />}
        </Fetched>
      </div>
    </Card>
  );
}

type Saving = 'no' | 'saving' | 'saved' | 'failed';

interface TableProps {
  readonly patientId: PatientId;
  readonly contactId: ContactId;
  readonly offered: readonly SectionRight[];
  readonly first: readonly SectionRight[];
  readonly labelledBy: string;
}

function Table({ patientId, contactId, offered, first, labelledBy }: TableProps): ReactNode {
  const { t } = useWords();
  const isOffline = useConnection() === 'offline';
  const [given, setGiven] = useState(first);
  const [saving, setSaving] = useState<Saving>('no');
  /** What the server has said last, and what is on its way to it: one after the other, so that the last press holds. */
  const line = useRef({ held: first, wanted: first, isSending: false });
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  const sendWanted = async () => {
    const now = line.current;
    if (now.isSending) return;
    now.isSending = true;
    try {
      for (let sent: readonly SectionRight[] | null = null; sent !== now.wanted; ) {
        sent = now.wanted;
        const answer = await send(setContactRights, { params: { patientId, contactId }, body: { given: [...sent] } });
        now.held = answer.given;
        queryClient.setQueryData(keyOf(getContactRights, { params: { patientId, contactId } }), answer);
      }
      if (gone.current) return;
      setGiven(now.held);
      setSaving('saved');
    } catch (error) {
      now.wanted = now.held;
      if (gone.current || failureOf(error)?.kind === 'sessionEnded') return;
      setGiven(now.held);
      setSaving('failed');
    } finally {
      now.isSending = false;
    }
  };
  const change = (one: SectionRight, isGiven: boolean) => {
    const next = withRight(line.current.wanted, one, isGiven);
    line.current.wanted = next;
    setGiven(next);
    setSaving('saving');
    void sendWanted();
  };

  const columns = Right.options.filter((right) => offered.some((one) => one.right === right));
  const sections = Section.options.filter((section) => offered.some((one) => one.section === section));
  return (
    <>
      <table className={rightsClass} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">{t('contacts.section')}</th>
            {columns.map((right) => (
              <th key={right} scope="col">
                {t(`contacts.right_${right}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sections.map((section) => (
            <tr key={section}>
              <th scope="row">
                {t(`contacts.section_${section}`)}
                <small>{t(`contacts.means_${section}`)}</small>
              </th>
              {columns.map((right) => (
                <td key={right}>
                  {hasRight(offered, { section, right }) ? (
                    <label className={box}>
                      <input
                        className={tick}
                        type="checkbox"
                        aria-label={t('contacts.rightIn', { right: t(`contacts.right_${right}`), section: t(`contacts.section_${section}`) })}
                        checked={hasRight(given, { section, right })}
                        disabled={isOffline}
                        onChange={(event) => change({ section, right }, event.currentTarget.checked)}
                      />
                    </label>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div role="status">
        {saving === 'saving' ? <span className={hint}>{t('contacts.rightsSaving')}</span> : null}
        {saving === 'saved' ? (
          <Chip kind="saved" icon={Check}>
            {t('contacts.rightsSaved')}
          </Chip>
        ) : null}
        {saving === 'failed' ? <Banner kind="error">{t('contacts.rightsFailed')}</Banner> : null}
      </div>
    </>
  );
}
