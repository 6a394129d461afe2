package dev.mayfly.app.server.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word that a user may have meant. */
public final class NearMiss {
    private NearMiss() {}

    /** The closest of the candidates, unless all are too far off. */
    static Optional<String> of(String word, Collection<String> candidates) {
        int farthest = Math.max(2, word.length() / 3);
        return candidates.stream()
                .filter(candidate -> distance(word, candidate) <= farthest)
                .min(Comparator.comparingInt((String candidate) -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** A sentence with the suggestion, or nothing. */
    public static String hint(String word, Collection<String> candidates) {
        return of(word, candidates)
                .map(found -> "; did you mean \"" + found + "\"?")
                .orElse("");
    }

    /** Returns the number of letters to insert, remove or change to turn one word into the other. */
    static int distance(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] line = new int[to.length() + 1];
            line[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int change = from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1;
                line[column] = Math.min(Math.min(line[column - 1], above[column]) + 1, above[column - 1] + change);
            }
            above = line;
        }
        return above[to.length()];
    }
}
