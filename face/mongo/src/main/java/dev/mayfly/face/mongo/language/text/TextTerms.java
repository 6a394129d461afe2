package dev.mayfly.face.mongo.language.text;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a search looks for.
 *
 * @param keys terms as they stand in the index, of which a document has one at least
 * @param wanted the same as the search sees them
 * @param unwanted terms that no document has
 * @param phrases that every document has
 * @param unwantedPhrases that no document has
 */
record TextTerms(
        Set<String> keys,
        Set<String> wanted,
        Set<String> unwanted,
        List<String> phrases,
        List<String> unwantedPhrases) {
    static TextTerms of(String search, TextLanguage language, TextLanguage.Sensitivity sensitivity) {
        Reader reader = new Reader(search);
        reader.read();
        Set<String> keys = new TreeSet<>(language.terms(reader.wanted.toString()));
        return new TextTerms(
                keys,
                new LinkedHashSet<>(language.terms(reader.wanted.toString(), sensitivity, true)),
                new LinkedHashSet<>(language.terms(reader.unwanted.toString(), sensitivity, true)),
                List.copyOf(reader.phrases),
                List.copyOf(reader.unwantedPhrases));
    }

    /** Cuts a search into words and phrases; what stands right behind a dash is unwanted. */
    private static final class Reader {
        private final String search;
        private final StringBuilder wanted = new StringBuilder();
        private final StringBuilder unwanted = new StringBuilder();
        private final List<String> phrases = new ArrayList<>();
        private final List<String> unwantedPhrases = new ArrayList<>();
        private boolean isNegated;
        private boolean isAfterSpace = true;
        private int phraseFrom = -1;

        Reader(String search) {
            this.search = search;
        }

        void read() {
            int at = 0;
            while (at < search.length()) {
                char letter = search.charAt(at);
                if (isSpace(letter)) {
                    isAfterSpace = true;
                    at++;
                } else if (letter == '-') {
                    isNegated |= phraseFrom < 0 && isAfterSpace;
                    isAfterSpace = false;
                    at++;
                } else if (letter == '"') {
                    quote(at);
                    isAfterSpace = false;
                    at++;
                } else {
                    int until = wordUntil(at);
                    word(search.substring(at, until));
                    isAfterSpace = false;
                    at = until;
                }
            }
        }

        private int wordUntil(int from) {
            int until = from;
            while (until < search.length()
                    && !isSpace(search.charAt(until))
                    && search.charAt(until) != '-'
                    && search.charAt(until) != '"') {
                until++;
            }
            return until;
        }

        private static boolean isSpace(char letter) {
            return letter == ' ' || (letter >= '\n' && letter <= '\r');
        }

        /** A negation holds until the next space; the words of an unwanted phrase may stand elsewhere. */
        private void word(String word) {
            if (phraseFrom >= 0 && isNegated) {
                return;
            }
            isNegated &= !isAfterSpace;
            (isNegated ? unwanted : wanted).append(word).append(' ');
        }

        private void quote(int at) {
            if (phraseFrom < 0) {
                isNegated &= !isAfterSpace;
                phraseFrom = at + 1;
            } else {
                (isNegated ? unwantedPhrases : phrases).add(search.substring(phraseFrom, at));
                phraseFrom = -1;
            }
        }
    }
}
