package dev.mayfly.face.mongo.language.regex;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.test.harness.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Random patterns against the JDK's engine, as far as both mean the same by them, and against the backtracking engine. */
class RegexProperties {
    private static final int DEPTH_MAX = 4;

    @Test
    void findsWhatTheJdkFinds() {
        Seeds.run(20_000, (_, random) -> {
            String pattern = pattern(random, DEPTH_MAX, true);
            String text = text(random);
            assertEquals(
                    ofJdk(pattern, text), ends(Regex.compile(pattern, "").searchIn(text)), pattern + " in " + text);
        });
    }

    @Test
    void bothEnginesFindTheSame() {
        Seeds.run(20_000, (_, random) -> {
            String options = random.nextBoolean() ? "i" : "m";
            String pattern = pattern(random, DEPTH_MAX, false);
            String text = text(random);
            RegexProgram program = RegexCompiler.compile(RegexParser.parse(pattern, options));
            RegexSearch backtracking = new RegexSearch(text, null, null, new BacktrackMatcher(program, text));
            Regex regex = Regex.compile(pattern, options);
            List<String> expected = ends(backtracking);
            assertEquals(expected, ends(regex.searchIn(text)), pattern + " in " + text);
            assertEquals(!expected.isEmpty(), regex.isFoundIn(text), pattern + " in " + text);
        });
    }

    private static List<String> ends(RegexSearch search) {
        List<String> ends = new ArrayList<>();
        RegexMatch match = search.find(0);
        if (match != null) {
            ends.add(match.start() + "-" + match.end());
        }
        return ends;
    }

    private static List<String> ofJdk(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern, Pattern.UNIX_LINES).matcher(text);
        return matcher.find() ? List.of(matcher.start() + "-" + matcher.end()) : List.of();
    }

    private static String text(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(9);
        for (int i = 0; i < length; i++) {
            text.append("aabbcA \n".charAt(random.nextInt(8)));
        }
        return text.toString();
    }

    private static String pattern(RandomGenerator random, int depth, boolean rich) {
        StringBuilder pattern = new StringBuilder();
        int parts = 1 + random.nextInt(3);
        for (int i = 0; i < parts; i++) {
            pattern.append(part(random, depth, rich));
        }
        return pattern.toString();
    }

    private static String part(RandomGenerator random, int depth, boolean rich) {
        if (depth == 0 || random.nextInt(3) == 0) {
            return atom(random);
        }
        String inner = pattern(random, depth - 1, rich);
        return switch (random.nextInt(rich ? 9 : 5)) {
            case 0 -> "(" + inner + ")";
            case 1 -> "(?:" + inner + "|" + pattern(random, depth - 1, rich) + ")";
            case 2 -> "(?:" + atom(random) + inner + ")" + repeat(random);
            case 3 -> single(random) + repeat(random);
            case 4 -> "(?:" + single(random) + inner + "|" + single(random) + ")" + repeat(random);
            case 5 -> "(?=" + inner + ")";
            case 6 -> "(?!" + inner + ")";
            case 7 -> "(?>" + inner + ")";
            default -> "(?<=" + single(random) + single(random) + ")";
        };
    }

    private static String repeat(RandomGenerator random) {
        String[] repeats = {"*", "+", "?", "{2}", "{1,3}", "{0,2}", "*?", "+?", "??", "{1,2}?"};
        return repeats[random.nextInt(repeats.length)];
    }

    private static String single(RandomGenerator random) {
        String[] singles = {"a", "b", "c", ".", "[ab]", "[^a]", "\\w", "\\s", "A"};
        return singles[random.nextInt(singles.length)];
    }

    private static String atom(RandomGenerator random) {
        String[] places = {"^", "$", "\\b", "\\B", "\\z", "\\Z"};
        return random.nextInt(6) == 0 ? places[random.nextInt(places.length)] : single(random);
    }
}
