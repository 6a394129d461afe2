package dev.mayfly.test.harness;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Makes random texts of a language from its rules. A rule is called by a letter and has forms; where a form has a letter in
 * angle brackets, such as {@code <s>}, a text of that rule stands. Forms without brackets end the growth.
 */
public final class RandomGrammar {
    /** A text stops growing beyond that, so that deep rules that call themselves twice end. */
    private static final int LENGTH_MAX = 20_000;

    private final Map<Character, List<String>> leaves = new HashMap<>();
    private final Map<Character, List<String>> branches = new HashMap<>();

    /** Adds forms to the rule of this letter. */
    public RandomGrammar rule(char letter, String... forms) {
        for (String form : forms) {
            boolean grows = form.matches("(?s).*<[a-z]>.*");
            (grows ? branches : leaves)
                    .computeIfAbsent(letter, _ -> new ArrayList<>())
                    .add(form);
        }
        return this;
    }

    /** A text of a rule, nested no deeper than that. */
    public String text(char letter, int depth, RandomGenerator random) {
        StringBuilder out = new StringBuilder();
        append(letter, depth, random, out);
        return out.toString();
    }

    private void append(char letter, int depth, RandomGenerator random, StringBuilder out) {
        String form = form(letter, depth > 0 && out.length() < LENGTH_MAX, random);
        int at = 0;
        while (at < form.length()) {
            boolean isCall = form.charAt(at) == '<'
                    && at + 2 < form.length()
                    && form.charAt(at + 2) == '>'
                    && Character.isLowerCase(form.charAt(at + 1));
            if (isCall) {
                append(form.charAt(at + 1), depth - 1, random, out);
                at += 3;
            } else {
                out.append(form.charAt(at++));
            }
        }
    }

    private String form(char letter, boolean mayGrow, RandomGenerator random) {
        List<String> ends = leaves.getOrDefault(letter, List.of());
        List<String> grows = branches.getOrDefault(letter, List.of());
        boolean chooses = !grows.isEmpty() && (ends.isEmpty() || (mayGrow && random.nextInt(4) > 0));
        List<String> forms = chooses ? grows : ends;
        if (forms.isEmpty()) {
            throw new IllegalArgumentException("no rule " + letter);
        }
        return forms.get(random.nextInt(forms.size()));
    }
}
