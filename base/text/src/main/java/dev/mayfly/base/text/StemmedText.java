package dev.mayfly.base.text;

import java.util.List;

/**
 * The words of a text by their stems, without those that say nothing. Immutable and safe for concurrent use.
 *
 * @param stems in the order of the text
 * @param positions the number of words, of all, that stand before each; ascending
 */
public record StemmedText(List<String> stems, List<Integer> positions) {
    public StemmedText {
        stems = List.copyOf(stems);
        positions = List.copyOf(positions);
        if (stems.size() != positions.size()) {
            throw new IllegalArgumentException("every stem has a position");
        }
    }

    /** Returns the number of words that say something. */
    public int size() {
        return stems.size();
    }

    /** Returns how often the words of a phrase follow each other here as they do there; 0 for a phrase that says nothing. */
    public int occurrencesOf(StemmedText phrase) {
        int found = 0;
        for (int at = 0; phrase.size() > 0 && at + phrase.size() <= size(); at++) {
            found += isAt(at, phrase) ? 1 : 0;
        }
        return found;
    }

    private boolean isAt(int from, StemmedText phrase) {
        int apart = positions.get(from) - phrase.positions.getFirst();
        for (int at = 0; at < phrase.size(); at++) {
            boolean same = stems.get(from + at).equals(phrase.stems.get(at))
                    && positions.get(from + at) - phrase.positions.get(at) == apart;
            if (!same) {
                return false;
            }
        }
        return true;
    }
}
