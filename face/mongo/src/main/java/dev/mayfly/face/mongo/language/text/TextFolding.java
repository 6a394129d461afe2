package dev.mayfly.face.mongo.language.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.Normalizer2;

/** Texts without the differences that a search may overlook: case, and the marks on letters. */
final class TextFolding {
    private static final Normalizer2 DECOMPOSED = Normalizer2.getNFDInstance();
    private static final Normalizer2 COMPOSED = Normalizer2.getNFCInstance();

    private TextFolding() {}

    /** @param turkish whether an I without a dot is the capital of another letter than one with a dot */
    static String lower(String text, boolean turkish) {
        return isAscii(text) && !turkish
                ? asciiLower(text)
                : UCharacter.foldCase(
                        text, turkish ? UCharacter.FOLD_CASE_EXCLUDE_SPECIAL_I : UCharacter.FOLD_CASE_DEFAULT);
    }

    /** Makes only the letters of English small. */
    static String asciiLower(String text) {
        StringBuilder lower = new StringBuilder(text.length());
        for (int at = 0; at < text.length(); at++) {
            char letter = text.charAt(at);
            lower.append(letter >= 'A' && letter <= 'Z' ? (char) (letter + 'a' - 'A') : letter);
        }
        return lower.toString();
    }

    static String withoutMarks(String text) {
        if (isAscii(text)) {
            return text;
        }
        StringBuilder bare = new StringBuilder(text.length());
        DECOMPOSED.normalize(text).codePoints().forEach(letter -> {
            if (!UCharacter.hasBinaryProperty(letter, UProperty.DIACRITIC)) {
                bare.appendCodePoint(letter);
            }
        });
        return COMPOSED.normalize(bare);
    }

    private static boolean isAscii(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (text.charAt(at) > 0x7F) {
                return false;
            }
        }
        return true;
    }
}
