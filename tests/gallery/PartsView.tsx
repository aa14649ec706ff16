import { showMessage } from '../../src/words/index.ts';
import type { CalendarDate } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../src/ui/Badge.tsx';
import { Banner } from '../../src/ui/Banner.tsx';
import { Brand } from '../../src/ui/Brand.tsx';
import { Button, ButtonRow } from '../../src/ui/Button.tsx';
import { Card } from '../../src/ui/Card.tsx';
import { Chip } from '../../src/ui/Chip.tsx';
import { ChoiceGroup } from '../../src/ui/Choices.tsx';
import { Count } from '../../src/ui/Count.tsx';
import { Combobox, type ComboboxOption } from '../../src/ui/Combobox.tsx';
import { DateField } from '../../src/ui/DateField.tsx';
import { todayHere } from '../../src/ui/calendar.ts';
import { DatePicker } from '../../src/ui/DatePicker.tsx';
import { ConfirmDialog, Dialog } from '../../src/ui/dialog/Dialog.tsx';
import { Dot } from '../../src/ui/Dot.tsx';
import { EmptyState } from '../../src/ui/EmptyState.tsx';
import { ErrorSummary } from '../../src/ui/ErrorSummary.tsx';
import { CheckboxField, PasswordField, SelectField, TextArea, TextField } from '../../src/ui/Field.tsx';
import { FormStack } from '../../src/ui/Form.tsx';
import { IconButton } from '../../src/ui/IconButton.tsx';
import * as icons from '../../src/ui/icons.ts';
import { Icon } from '../../src/ui/Icon.tsx';
import { ButtonLink } from '../../src/ui/LinkButton.tsx';
import { Matrix } from '../../src/ui/Matrix.tsx';
import { MenuButton, MenuItem } from '../../src/ui/MenuButton.tsx';
import { MessageBar } from '../../src/ui/MessageBar.tsx';
import { Page, PageHead, Section } from '../../src/ui/Page.tsx';
import { Progress } from '../../src/ui/Progress.tsx';
import { FieldGroup } from '../../src/ui/FieldGroup.tsx';
import { RichText } from '../../src/ui/RichText.tsx';
import { Row, Rows } from '../../src/ui/Row.tsx';
import { Segmented } from '../../src/ui/Segmented.tsx';
import { Skeleton } from '../../src/ui/Skeleton.tsx';
import { Scale } from '../../src/ui/Scale.tsx';
import { Slider } from '../../src/ui/Slider.tsx';
import { stack } from '../../src/ui/text.css.ts';
import { TextLink } from '../../src/ui/TextLink.tsx';
import { colours } from '../../src/ui/tokens.ts';
import type { ViewProps } from './views.ts';
import { colour, columns, exampleThemes, framed, swatch, swatches, switches } from './gallery.css.ts';

const {
  ArrowRight,
  Check,
  CalendarDays,
  ChevronRight,
  CloudCheck,
  CloudOff,
  CloudUpload,
  Languages,
  Mail,
  Pencil,
  Printer,
  RefreshCw,
  TriangleAlert,
} = icons;
const nothing = () => undefined;

const zeroToTen = Array.from({ length: 11 }, (_, at) => at);

export function PartsView({ settings, change, viewNames }: ViewProps): ReactNode {
  return (
    <Page>
      <PageHead
        title="Components"
        lead="Every part in every state. Development only."
        end={
          <MenuButton icon={Languages} hiddenLabel="Language" label="English">
            <MenuItem current lang="en">
              English
            </MenuItem>
            <MenuItem lang="es">Español</MenuItem>
            <MenuItem lang="fr">Français</MenuItem>
          </MenuButton>
        }
      />
      <MessageBar />
      <div className={switches}>
        <Segmented
          legend="Scheme"
          value={settings.scheme}
          onChange={(next) => change('scheme', next)}
          options={[
            { value: '', label: 'Device' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
        <Segmented
          legend="Facility"
          value={settings.facility}
          onChange={(next) => change('facility', next)}
          options={Object.keys(exampleThemes).map((value) => ({ value, label: value }))}
        />
        <Segmented
          legend="Surface"
          value={settings.surface}
          onChange={(next) => change('surface', next)}
          options={[
            { value: '', label: 'Portal' },
            { value: 'kiosk', label: 'Kiosk' },
          ]}
        />
      </div>
      <ButtonRow>
        {viewNames.map((name) => (
          <Button key={name} variant="quiet" size="small" onClick={() => change('view', name)}>
            {name}
          </Button>
        ))}
      </ButtonRow>
      <Section id="themes" title="Facility themes">
        <div className={columns}>
          {Object.keys(exampleThemes).map((name) => (
            <div key={name} data-facility={name}>
              <Card className={framed}>
                <Brand name={name} sub="Patient portal" />
                <ChoiceGroup
                  legend="How are you?"
                  name={`theme-${name}`}
                  options={[{ value: 'well', label: 'Well' }]}
                  value={['well']}
                  onChange={nothing}
                />
                <ButtonRow>
                  <Button>Save</Button>
                  <Button variant="secondary">Cancel</Button>
                </ButtonRow>
                <p>
                  <TextLink href="#themes">Request a New Appointment</TextLink> <Count value={2} hiddenWords="2 new" />{' '}
                  <Badge kind="new">New</Badge>
                </p>
              </Card>
            </div>
          ))}
        </div>
      </Section>
      <Section id="buttons" title="Buttons">
        <Buttons />
      </Section>
      <Section id="fields" title="Fields">
        <Fields />
      </Section>
      <Section id="choices" title="Choices">
        <Choices />
      </Section>
      <Section id="signals" title="Signals and sync states">
        <Signals />
      </Section>
      <Section id="banners" title="Message bar">
        <Button variant="secondary" onClick={() => showMessage('sessiontimeout')}>
          Show a message at the top
        </Button>
        <Banner onClose={nothing}>A note without urgency. Type none.</Banner>
        <Banner kind="info" title="Welcome email on its way" onClose={nothing}>
          Confirm your email to get reminders.
        </Banner>
        <Banner kind="success" onClose={nothing}>
          Your message was sent.
        </Banner>
        <Banner kind="warning" icon={CloudOff} title="You are offline">
          Answers stay on this device and are sent when you are back online.
        </Banner>
        <Banner kind="error" onClose={nothing}>
          Your session has timed out. Please log in again.
        </Banner>
        <ErrorSummary
          title="Please complete all required questions."
          problems={[
            { href: '#radio', text: 'Overall, how did you feel?' },
            { href: '#cough', text: 'When did the cough start?' },
          ]}
        />
      </Section>
      <Section id="overlays" title="Dialog, list, empty, loading">
        <Overlays />
      </Section>
      <Section id="rich" title="Text from the facility">
        <RichText
          html={
            '<h2>Before your visit</h2><p>Drink <b>water</b> and read <a href="https://example.test/">this page</a>.<script>alert(1)</script></p><ul><li>Bring your list of medicines</li><li onclick="x()">Bring a friend</li></ul><table><tr><th>Day</th><td>Monday</td></tr></table>'
          }
        />
      </Section>
      <Section id="icons" title="Icons">
        <div className={switches}>
          {Object.entries(icons).map(([name, glyph]) => (
            <span key={name} role="img" aria-label={name}>
              <Icon of={glyph} />
            </span>
          ))}
        </div>
      </Section>
      <Section id="colour" title="Colour">
        <ul className={swatches}>
          {Object.keys(colours).map((name) => (
            <li key={name} className={swatch}>
              <span className={colour} style={{ background: `var(${name})` }} />
              {name.slice(2)}
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  );
}

function Buttons(): ReactNode {
  return (
    <div className={stack}>
      <ButtonRow>
        <Button>Save</Button>
        <Button busy>Saving</Button>
        <Button icon={Check}>With an icon</Button>
        <Button iconAfter={ArrowRight}>Next</Button>
        <ButtonLink href="#buttons" variant="secondary">
          A link
        </ButtonLink>
      </ButtonRow>
      <Button disabledReason="You are offline. Sending needs a connection.">Send answers</Button>
      <ButtonRow>
        <Button variant="secondary">Cancel</Button>
        <Button variant="quiet">Clear Filters</Button>
        <Button variant="danger">Disable Access</Button>
        <Button variant="dangerQuiet">Decline</Button>
        <Button variant="secondary" size="small" icon={Printer}>
          Print
        </Button>
        <IconButton icon={Mail} label="Messages">
          <Count value={3} hiddenWords="3 unread" />
        </IconButton>
      </ButtonRow>
      <Button size="block">Sign in</Button>
      <TextLink standalone href="#buttons" hiddenContext="of the buttons">
        View More
      </TextLink>
    </div>
  );
}

function Fields(): ReactNode {
  const [name, setName] = useState('Juniper');
  const [password, setPassword] = useState('notarealone');
  const [words, setWords] = useState('Thank you.');
  const [relation, setRelation] = useState('');
  const [agreed, setAgreed] = useState(false);
  const [born, setBorn] = useState({ year: '1979', month: '4', day: '2' });
  const [due, setDue] = useState<{ date: CalendarDate | null; typed: string }>({ date: null, typed: '' });
  return (
    <div className={columns}>
      <FormStack>
        <TextField label="First name" value={name} onChange={setName} autoComplete="off" />
        <TextField label="Disabled" value="7 Mossy Lane" onChange={nothing} disabled />
        <TextField label="Read only" value="TW-000-1234" onChange={nothing} readOnly />
        <TextField
          label="Email"
          value="juniper@"
          onChange={nothing}
          required
          hint="We only use it for this account."
          error="Email address is not in correct format."
        />
        <TextField
          label="Your highest temperature"
          value="99.1"
          onChange={nothing}
          inputMode="decimal"
          unit="°F"
          look="question"
        />
        <TextField label="Code from the mail" value="482913" onChange={nothing} inputMode="numeric" code />
      </FormStack>
      <FormStack>
        <PasswordField label="Password" value={password} onChange={setPassword} autoComplete="off" required />
        <SelectField
          label="Relationship"
          value={relation}
          onChange={setRelation}
          placeholder="Choose one"
          options={[
            { value: 'brother', label: 'Brother' },
            { value: 'friend', label: 'Friend' },
          ]}
        />
        <SelectField
          label="With an error"
          value=""
          onChange={nothing}
          placeholder="Choose one"
          options={[]}
          error="Required"
          required
        />
        <CheckboxField
          label="I have read the Terms of Use"
          checked={agreed}
          onChange={setAgreed}
          required
          hint="You can read them again later."
        />
        <TextArea label="Message" value={words} onChange={setWords} limit={2000} />
      </FormStack>
      <FormStack>
        <DateField
          legend="Date of birth"
          value={born}
          onChange={setBorn}
          hint="For example 4 2 1979"
          look="form"
          autoComplete="bday"
        />
        <DateField
          id="cough"
          legend="When did the cough start?"
          value={{ year: '', month: '', day: '' }}
          onChange={nothing}
          required
          error="Required"
          hint="For example 11 3 2026"
        />
        <DatePicker
          today={todayHere()}
          label="Due date"
          value={due.date}
          onChange={(date, typed) => setDue({ date, typed })}
          error={due.date === null && due.typed ? 'Enter the date as month, day and year.' : undefined}
        />
        <ComboboxParts />
        <DatePicker
          today={todayHere()}
          label="With days before and after"
          value={due.date}
          onChange={(date, typed) => setDue({ date, typed })}
          previousNext
        />
      </FormStack>
    </div>
  );
}

const conditions: readonly ComboboxOption[] = [
  { key: 'E10', words: 'Type 1 diabetes', detail: 'E10' },
  { key: 'E11', words: 'Type 2 diabetes', detail: 'E11' },
  { key: 'O24', words: 'Diabetes that came with a pregnancy and went away after it', detail: 'O24.4' },
  { key: 'J45', words: 'Asthma', detail: 'J45' },
];

/** Comboboxes that search their options by any part of the text: one with its list open, one that finds nothing. */
function ComboboxParts(): ReactNode {
  const [typed, setTyped] = useState('dia');
  const found = conditions.filter(({ words }) => typed !== '' && words.toLowerCase().includes(typed.toLowerCase()));
  const common = { onChoose: nothing, listLabel: 'Conditions', clearLabel: 'Clear the search' };
  return (
    <>
      <Combobox
        {...common}
        id="condition"
        look="form"
        label="Which condition do you have?"
        hint="Type the beginning of a word."
        value={typed}
        onChange={setTyped}
        options={found}
        told={`${String(found.length)} found`}
      />
      <Combobox
        {...common}
        id="other-condition"
        look="form"
        label="Another one"
        required
        error="Choose one from the list"
        value="xyz"
        onChange={nothing}
        options={[]}
        told="Nothing found"
      />
    </>
  );
}

const columnsOf = ['Not at all', 'A little', 'Quite a bit', 'Very much'].map((label) => ({ value: label, label }));

function Choices(): ReactNode {
  const [well, setWell] = useState<string[]>(['well']);
  const [taken, setTaken] = useState<string[]>(['tea', 'other']);
  const [pain, setPain] = useState<number | null>(4);
  const [sleep, setSleep] = useState<number | null>(null);
  const [rows, setRows] = useState<Record<string, string[]>>({ tired: ['A little'] });
  const [shown, setShown] = useState('current');
  return (
    <div className={stack}>
      <div className={columns}>
        <ChoiceGroup
          id="radio"
          legend="Radio cards"
          name="radio"
          required
          value={well}
          onChange={setWell}
          options={[
            { value: 'very', label: 'Very well' },
            { value: 'well', label: 'Well', description: 'Tint, thicker edge and filled mark' },
          ]}
        />
        <ChoiceGroup
          legend="Checkbox cards"
          name="boxes"
          kind="checkbox"
          hint="Choose all that apply."
          value={taken}
          onChange={setTaken}
          options={[
            { value: 'tea', label: 'Ginger tea' },
            { value: 'rest', label: 'Rest' },
            { value: 'other', label: 'Other' },
          ]}
          renderAfter={(value) =>
            value === 'other' && taken.includes('other') ? (
              <TextField label="Please say which" required value="Peppermint lozenges" onChange={nothing} />
            ) : null
          }
        />
        <ChoiceGroup
          legend="With an error"
          name="wrong"
          required
          error="Required"
          sideBySide
          value={[]}
          onChange={nothing}
          options={[
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
        />
        <FieldGroup id="pain" label="How strong was your pain at its worst?" required>
          <Slider
            id="pain-slider"
            labelledBy="pain-label"
            min={0}
            max={10}
            step={1}
            value={pain}
            onChange={setPain}
            minLabel="0, no pain"
            maxLabel="10, worst imaginable"
            valueText={pain === null ? 'Not answered yet' : `${pain} of 10`}
          />
        </FieldGroup>
        <FieldGroup id="sleep" label="Not answered until touched" required error="Required">
          <Slider
            id="sleep-slider"
            labelledBy="sleep-label"
            describedBy="sleep-error"
            min={0}
            max={10}
            step={1}
            value={sleep}
            onChange={setSleep}
            invalid={sleep === null}
            minLabel="0, badly"
            maxLabel="10, very well"
            valueText={sleep === null ? 'Not answered yet' : `${sleep} of 10`}
          />
        </FieldGroup>
      </div>
      <FieldGroup id="scale" label="How strong was it, of eleven numbers?">
        <Scale
          id="scale-numbers"
          labelledBy="scale-label"
          steps={zeroToTen}
          value={pain}
          onChange={setPain}
          minLabel="no pain"
          maxLabel="worst imaginable"
        />
      </FieldGroup>
      <FieldGroup id="matrix" label="How much did these bother you?">
        <Matrix
          labelledBy="matrix-label"
          columns={columnsOf}
          onChange={(row, next) => setRows({ ...rows, [row]: next })}
          rows={[
            { id: 'tired', label: 'Tiredness', required: true, kind: 'radio', value: rows.tired ?? [] },
            {
              id: 'trouble',
              label: 'Trouble sleeping',
              required: true,
              kind: 'radio',
              value: rows.trouble ?? [],
              error: rows.trouble ? undefined : 'Required',
            },
            {
              id: 'eaten',
              label: 'Where was it? Choose all that apply.',
              required: false,
              kind: 'checkbox',
              value: rows.eaten ?? [],
              other: <TextField label="Please say which" value="" onChange={nothing} />,
            },
          ]}
        />
      </FieldGroup>
      <Segmented
        legend="Which questionnaires"
        value={shown}
        onChange={setShown}
        options={[
          {
            value: 'current',
            label: (
              <>
                Current <Count value={2} hiddenWords="2 new" />
              </>
            ),
          },
          { value: 'history', label: 'History' },
        ]}
      />
    </div>
  );
}

function Signals(): ReactNode {
  return (
    <div className={stack}>
      <ButtonRow>
        <Count value={2} hiddenWords="2 new" />
        <Count value={120} hiddenWords="120 new" />
        <Dot label="Not seen yet" />
        <Badge kind="new">New</Badge>
        <Badge kind="brand">Scheduled</Badge>
        <Badge kind="success">Confirmed</Badge>
        <Badge kind="warning">Overdue</Badge>
        <Badge kind="danger">Locked</Badge>
        <Badge>Completed</Badge>
      </ButtonRow>
      <ButtonRow>
        <Chip kind="offline" icon={CloudOff}>
          Offline
        </Chip>
        <Chip kind="saved" icon={Check}>
          Saved on this device
        </Chip>
        <Chip icon={CloudUpload}>Waiting to send</Chip>
        <Chip icon={RefreshCw}>Sending</Chip>
        <Chip kind="saved" icon={CloudCheck}>
          Sent
        </Chip>
        <Chip kind="error" icon={TriangleAlert}>
          Not sent
        </Chip>
        <Chip kind="draft" icon={Pencil}>
          Draft, not saved yet
        </Chip>
      </ButtonRow>
      <Progress
        label="Questions answered"
        done={7}
        total={12}
        words="7 of 12 answered"
        trailing={
          <Chip kind="saved" icon={Check}>
            Saved on this device
          </Chip>
        }
      />
    </div>
  );
}

function Overlays(): ReactNode {
  const [open, setOpen] = useState<'none' | 'dialog' | 'confirm' | 'danger'>('none');
  const close = () => setOpen('none');
  return (
    <div className={columns}>
      <div className={stack}>
        <ButtonRow>
          <Button variant="secondary" onClick={() => setOpen('dialog')}>
            Open a dialog
          </Button>
          <Button variant="secondary" onClick={() => setOpen('confirm')}>
            Ask something
          </Button>
          <Button variant="dangerQuiet" onClick={() => setOpen('danger')}>
            Decline
          </Button>
        </ButtonRow>
        {open === 'dialog' ? (
          <Dialog title="More details" description="What stands behind a link." onClose={close}>
            <TextField label="A field inside" value="" onChange={nothing} />
          </Dialog>
        ) : null}
        {open === 'confirm' ? (
          <ConfirmDialog
            title="Are you sure?"
            message="You'll lose any changes you've made."
            confirmLabel="Yes, I want to cancel"
            dismissLabel="No, take me back"
            onConfirm={close}
            onDismiss={close}
          />
        ) : null}
        {open === 'danger' ? (
          <ConfirmDialog
            danger
            title="Decline this questionnaire?"
            message="Your care team sees that you declined."
            confirmLabel="Decline"
            dismissLabel="Cancel"
            onConfirm={close}
            onDismiss={close}
          />
        ) : null}
      </div>
      <Card flush>
        <Rows label="Questionnaires">
          <Row
            icon={CalendarDays}
            title="How are you doing?"
            sub="Due Nov 18, 2026"
            trailing={<Badge kind="new">New</Badge>}
            renderLink={({ className, children }) => (
              <a href="#overlays" className={className}>
                {children}
              </a>
            )}
          />
          <Row
            title="Fall risk check"
            sub="Due Nov 20, 2026"
            trailing={
              <Button size="small" iconAfter={ChevronRight}>
                Start
              </Button>
            }
          />
        </Rows>
      </Card>
      <Card>
        <EmptyState icon={CalendarDays} title="No items to display">
          New appointments appear here.
        </EmptyState>
      </Card>
      <Card>
        <Skeleton />
      </Card>
    </div>
  );
}
