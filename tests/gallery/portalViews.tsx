import { type ReactNode, useState } from 'react';
import { ActionBar } from '../../src/ui/ActionBar.tsx';
import { Banner } from '../../src/ui/Banner.tsx';
import { Brand } from '../../src/ui/Brand.tsx';
import { Button } from '../../src/ui/Button.tsx';
import { Card } from '../../src/ui/Card.tsx';
import { Chip } from '../../src/ui/Chip.tsx';
import { ChoiceGroup } from '../../src/ui/Choices.tsx';
import { DateField } from '../../src/ui/DateField.tsx';
import { PasswordField, SelectField, TextArea, TextField } from '../../src/ui/Field.tsx';
import { Form } from '../../src/ui/Form.tsx';
import { Gate, GateCard } from '../../src/ui/Gate.tsx';
import { Check, CloudOff, Languages } from '../../src/ui/icons.ts';
import { ButtonLink } from '../../src/ui/LinkButton.tsx';
import { Matrix } from '../../src/ui/Matrix.tsx';
import { MenuButton, MenuItem } from '../../src/ui/MenuButton.tsx';
import { MessageBar } from '../../src/ui/MessageBar.tsx';
import { Page } from '../../src/ui/Page.tsx';
import { Progress } from '../../src/ui/Progress.tsx';
import { FieldGroup, QuestionSection } from '../../src/ui/FieldGroup.tsx';
import { QuestionBar } from '../../src/ui/QuestionBar.tsx';
import { Scale } from '../../src/ui/Scale.tsx';
import { muted, small, stack } from '../../src/ui/text.css.ts';
import { TextLink } from '../../src/ui/TextLink.tsx';

const nothing = () => undefined;

const zeroToTen = Array.from({ length: 11 }, (_, at) => at);

export function GateView(): ReactNode {
  return (
    <Gate
      brand={<Brand name="Tidewillow Health" />}
      utilities={
        <MenuButton icon={Languages} hiddenLabel="Language" label="English">
          <MenuItem current lang="en">
            English
          </MenuItem>
          <MenuItem lang="es">Español</MenuItem>
          <MenuItem lang="fr">Français</MenuItem>
          <MenuItem lang="pt">Português</MenuItem>
          <MenuItem lang="zh">中文</MenuItem>
        </MenuButton>
      }
      title="Sign in to Tidewillow Health"
      lead="Your appointments, results and care team, in one place."
      footer={
        <>
          <a href="#terms">Terms of Use</a>
          <a href="#privacy">Privacy Statement</a>
          <a href="#help">Accessibility Help</a>
        </>
      }
    >
      <MessageBar />
      <GateCard>
        <Form>
          <TextField
            label="Username"
            value="juniper.a"
            onChange={nothing}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <PasswordField label="Password" value="notarealone" onChange={nothing} autoComplete="current-password" />
          <div className={stack}>
            <Button size="block" type="submit">
              Sign in
            </Button>
            <TextLink standalone href="#forgot">
              Forgot your password?
            </TextLink>
          </div>
        </Form>
      </GateCard>
      <Card title="New to the portal?">
        <div className={stack}>
          <p className={`${muted} ${small}`}>Use the invitation from your care team to create an account.</p>
          <ButtonLink variant="secondary" href="#new">
            Create an account
          </ButtonLink>
        </div>
      </Card>
    </Gate>
  );
}

export function FillView(): ReactNode {
  const [felt, setFelt] = useState<string[]>(['Well']);
  const [taken, setTaken] = useState<string[]>(['Acetaminophen', 'Other']);
  const [pain, setPain] = useState<number | null>(4);
  const [rows, setRows] = useState<Record<string, string[]>>({ tired: ['A little'], sleep: ['Quite a bit'] });
  const [free, setFree] = useState('Is it fine to start swimming again?');
  const [started, setStarted] = useState({ year: '2026', month: '11', day: '9' });
  const row = (id: string, label: string) => ({
    id,
    label,
    required: false,
    kind: 'radio' as const,
    value: rows[id] ?? [],
  });
  const named = (labels: readonly string[]) => labels.map((label) => ({ value: label, label }));
  return (
    <>
      <QuestionBar title="How are you doing?" leaveLabel="Leave questionnaire" onLeave={nothing}>
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
      </QuestionBar>
      <Page narrow flat>
        <Banner kind="warning" icon={CloudOff} title="You are offline">
          Keep going. Your answers stay on this device and are sent when you are back online.
        </Banner>
        <>
          <QuestionSection>
            <p className={`${muted} ${small}`}>Due Nov 18, 2026</p>
            <h2>Since your last visit</h2>
            <p className={`${muted} ${small}`}>Think of the past 7 days.</p>
          </QuestionSection>
          <ChoiceGroup
            legend="Overall, how did you feel?"
            name="felt"
            required
            options={named(['Very well', 'Well', 'Not so well', 'Poorly'])}
            value={felt}
            onChange={setFelt}
          />
          <FieldGroup id="pain" label="How strong was your pain at its worst?" required>
            <Scale
              id="pain-scale"
              labelledBy="pain-label"
              required
              steps={zeroToTen}
              value={pain}
              onChange={setPain}
              minLabel="no pain"
              maxLabel="worst imaginable"
            />
          </FieldGroup>
          <FieldGroup id="bother" label="How much did these bother you?" required>
            <Matrix
              labelledBy="bother-label"
              columns={named(['Not at all', 'A little', 'Quite a bit', 'Very much'])}
              rows={[row('tired', 'Tiredness'), row('sleep', 'Trouble sleeping'), row('appetite', 'Loss of appetite')]}
              onChange={(id, next) => setRows({ ...rows, [id]: next })}
            />
          </FieldGroup>
          <ChoiceGroup
            legend="Which of these did you take?"
            name="taken"
            kind="checkbox"
            wide
            hint="Choose all that apply."
            options={named(['Acetaminophen', 'Ibuprofen', 'Ginger tea', 'Other'])}
            value={taken}
            onChange={setTaken}
            renderAfter={(value) =>
              value === 'Other' && taken.includes('Other') ? (
                <TextField label="Please say which" required value="Peppermint lozenges" onChange={nothing} />
              ) : null
            }
          />
          <TextField
            look="question"
            label="Your highest temperature"
            unit="°F"
            value="99.1"
            onChange={nothing}
            inputMode="decimal"
          />
          <DateField
            legend="When did the cough start?"
            required
            hint="For example 11 3 2026"
            value={started}
            onChange={setStarted}
          />
          <ChoiceGroup
            legend="Did you have a fever of 100.4 °F or more?"
            name="fever"
            required
            sideBySide
            options={named(['Yes', 'No'])}
            value={['No']}
            onChange={nothing}
          />
          <SelectField
            look="question"
            label="Where did you hear about the walking group?"
            placeholder="Choose one"
            options={named(['From my nurse'])}
            value=""
            onChange={nothing}
          />
          <TextArea
            look="question"
            label="Anything you want to talk about at your visit?"
            value={free}
            onChange={setFree}
            limit={2000}
          />
        </>
      </Page>
      <ActionBar>
        <Button variant="quiet">Save draft</Button>
        <Button>Send answers</Button>
      </ActionBar>
    </>
  );
}
