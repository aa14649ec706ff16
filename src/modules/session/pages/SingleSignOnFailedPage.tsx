import { OpenIdFailure } from '@portal/api';
import * as v from 'valibot';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { type ReactNode, useEffect } from 'react';
import { stringifySearch } from '../../../browser/search.ts';
import { useLanguages } from '../../../browser/branding.ts';
import { chooseLanguage } from '../../../layout/gate/language.ts';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { FormStack } from '../../../ui/Form.tsx';
import { GateCard } from '../../../ui/Gate.tsx';
import { ButtonLink } from '../../../ui/LinkButton.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { languageNames, useWords } from '../../../words/index.ts';
import { languageLinks } from './SingleSignOnFailedPage.css.ts';

export function Page(): ReactNode {
  const { t, language } = useWords();
  const navigate = useNavigate();
  const { language: asked, because } = useSearchTexts();
  const failure = v.safeParse(OpenIdFailure, because);
  const kept: Record<string, string> = failure.success ? { because: failure.output } : {};
  const languages = useLanguages();
  const wanted = languages.find((code) => code === asked);

  useEffect(() => {
    if (wanted !== undefined) void chooseLanguage(wanted);
  }, [wanted]);

  return (
    <SignInGate title={t('session.ssoFailedTitle')}>
      <GateCard>
        <FormStack>
          {failure.success ? (
            <p>{t(`session.openId_${failure.output}`)}</p>
          ) : (
            <>
              <p>{t('session.ssoFailedText')}</p>
              <p>{t('session.ssoFailedNext')}</p>
            </>
          )}
          <ButtonLink variant="secondary" href="/login">
            {t('session.toLogin')}
          </ButtonLink>
          <nav aria-label={t('core.language')}>
            <ul className={languageLinks}>
              {languages.map((code) => (
                <li key={code}>
                  <TextLink
                    standalone
                    lang={code}
                    hrefLang={code}
                    href={`/singleSignOnFailed${stringifySearch({ ...kept, language: code })}`}
                    aria-current={code === language ? 'true' : undefined}
                    onClick={(event) => {
                      event.preventDefault();
                      void navigate({ to: '/singleSignOnFailed', search: { ...kept, language: code }, replace: true });
                    }}
                  >
                    {languageNames[code]}
                  </TextLink>
                </li>
              ))}
            </ul>
          </nav>
        </FormStack>
      </GateCard>
    </SignInGate>
  );
}
