package dev.mayfly.face.mongo.language.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import dev.mayfly.base.text.NaturalLanguage;
import dev.mayfly.base.text.WordStemmer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How texts of a language are cut into terms, by the rules of a version of text indexes.
 *
 * @param version from 3 on by the properties of Unicode, before by those of ASCII
 */
public record TextLanguage(NaturalLanguage language, int version) {
    private static final int UNICODE_VERSION = 3;
    private static final int[] DELIMITERS = {
        UProperty.WHITE_SPACE,
        UProperty.DASH,
        UProperty.HYPHEN,
        UProperty.QUOTATION_MARK,
        UProperty.TERMINAL_PUNCTUATION,
        UProperty.PATTERN_SYNTAX,
        UProperty.S_TERM
    };
    private static final String ASCII_DELIMITERS = " \f\u000B\t\r\n~`!@#$%^&*()-=+[]{}|\\;:\"<>,./?";

    /** Other names of languages that the first version knows. */
    private static final Map<String, NaturalLanguage> OLD_CODES = Map.ofEntries(
            Map.entry("dan", NaturalLanguage.DANISH),
            Map.entry("deu", NaturalLanguage.GERMAN),
            Map.entry("ger", NaturalLanguage.GERMAN),
            Map.entry("dut", NaturalLanguage.DUTCH),
            Map.entry("nld", NaturalLanguage.DUTCH),
            Map.entry("eng", NaturalLanguage.ENGLISH),
            Map.entry("esl", NaturalLanguage.SPANISH),
            Map.entry("spa", NaturalLanguage.SPANISH),
            Map.entry("fin", NaturalLanguage.FINNISH),
            Map.entry("fra", NaturalLanguage.FRENCH),
            Map.entry("fre", NaturalLanguage.FRENCH),
            Map.entry("hun", NaturalLanguage.HUNGARIAN),
            Map.entry("ita", NaturalLanguage.ITALIAN),
            Map.entry("no", NaturalLanguage.NORWEGIAN),
            Map.entry("nor", NaturalLanguage.NORWEGIAN),
            Map.entry("por", NaturalLanguage.PORTUGUESE),
            Map.entry("ron", NaturalLanguage.ROMANIAN),
            Map.entry("rum", NaturalLanguage.ROMANIAN),
            Map.entry("rus", NaturalLanguage.RUSSIAN),
            Map.entry("swe", NaturalLanguage.SWEDISH),
            Map.entry("tur", NaturalLanguage.TURKISH));

    /** What a search may see that is otherwise overlooked. */
    public record Sensitivity(boolean toCase, boolean toMarks) {
        public static final Sensitivity NONE = new Sensitivity(false, false);
    }

    /** Returns the language of a name or a code, or null if there is none; the first version then takes words as they are. */
    public static @Nullable TextLanguage of(String name, int version) {
        String wanted = version == 1 ? name : name.toLowerCase(Locale.ROOT);
        for (NaturalLanguage each : NaturalLanguage.values()) {
            boolean isCode = !each.code().isEmpty() && each.code().equals(wanted);
            if (each.englishName().equals(wanted) || isCode) {
                return new TextLanguage(each, version);
            }
        }
        return version == 1 ? new TextLanguage(OLD_CODES.getOrDefault(wanted, NaturalLanguage.NONE), version) : null;
    }

    /** Returns the terms of a text in their order, without those that say nothing. */
    public List<String> terms(String text) {
        return terms(text, Sensitivity.NONE, true);
    }

    /** @param leavesOutStopWords whether words are left out that say nothing by themselves */
    List<String> terms(String text, Sensitivity sensitivity, boolean leavesOutStopWords) {
        List<String> terms = new ArrayList<>();
        WordStemmer stemmer = language.stemmer();
        int from = -1;
        for (int at = 0; at <= text.length(); ) {
            int letter = at == text.length() ? ' ' : text.codePointAt(at);
            if (isDelimiter(letter)) {
                if (from >= 0) {
                    String word = text.substring(from, at);
                    String lower = lower(word);
                    if (!leavesOutStopWords || !language.isStopWord(lower)) {
                        terms.add(term(sensitivity.toCase ? word : lower, stemmer, sensitivity));
                    }
                }
                from = -1;
            } else if (from < 0) {
                from = at;
            }
            at += Character.charCount(letter);
        }
        return terms;
    }

    private String term(String word, WordStemmer stemmer, Sensitivity sensitivity) {
        String stem = stemmer.stem(word);
        return sensitivity.toMarks || !isUnicode() ? stem : TextFolding.withoutMarks(stem);
    }

    private boolean isUnicode() {
        return version >= UNICODE_VERSION;
    }

    private String lower(String word) {
        return isUnicode()
                ? TextFolding.lower(word, language == NaturalLanguage.TURKISH)
                : TextFolding.asciiLower(word);
    }

    private boolean isDelimiter(int letter) {
        if (letter == '\'') {
            return language != NaturalLanguage.ENGLISH;
        }
        if (!isUnicode()) {
            return letter < 0x80 && ASCII_DELIMITERS.indexOf(letter) >= 0;
        }
        if (Character.isLetterOrDigit(letter)) {
            return false;
        }
        for (int property : DELIMITERS) {
            if (UCharacter.hasBinaryProperty(letter, property)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the phrase stands somewhere in the text, letter by letter. */
    boolean hasPhrase(String text, String phrase, Sensitivity sensitivity) {
        return phraseForm(text, sensitivity).contains(phraseForm(phrase, sensitivity));
    }

    private String phraseForm(String text, Sensitivity sensitivity) {
        String form = sensitivity.toCase ? text : lower(text);
        return sensitivity.toMarks || !isUnicode() ? form : TextFolding.withoutMarks(form);
    }
}
