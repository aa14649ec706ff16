import type { ItemImage, QuestionnaireItem } from '@portal/api';
import { type ReactNode, useMemo } from 'react';
import { RichText } from '../../../../ui/RichText.tsx';
import { picture } from './items.css.ts';

export const ItemPicture = ({ image }: { image: ItemImage }): ReactNode => (
  <img className={picture} src={image.dataUrl} alt={image.alternativeText} />
);

export const QuestionText = ({ item }: { item: QuestionnaireItem }): ReactNode => useQuestionText(item);

/** The text of a question; the same element for as long as the text is the same, so that a keystroke does not parse it again. */
export const useQuestionText = ({ formattedText, image }: QuestionnaireItem): ReactNode =>
  useMemo(
    () => (
      <>
        <RichText html={formattedText} inline noLinks />
        {image ? <ItemPicture image={image} /> : null}
      </>
    ),
    [formattedText, image],
  );
