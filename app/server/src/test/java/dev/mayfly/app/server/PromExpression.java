package dev.mayfly.app.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads of an expression of Prometheus what it selects, and by which labels it groups; no more of the language. */
final class PromExpression {
    private static final Pattern TOKEN =
            Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|\\[[^\\]]*\\]|[a-zA-Z_:][a-zA-Z0-9_:]*|[0-9.]+[a-z]*|=~|!~|!=|\\S");
    private static final Set<String> GROUPINGS =
            Set.of("by", "without", "on", "ignoring", "group_left", "group_right");
    private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset", "inf", "nan");

    private final List<String> tokens = new ArrayList<>();
    private final List<Selection> selections = new ArrayList<>();
    private final List<String> groupings = new ArrayList<>();
    private int at;

    /**
     * One selection of series.
     *
     * @param labels those that are matched; with a value where it is said, else with none
     */
    record Selection(String metric, Map<String, String> labels) {}

    private PromExpression(String text) {
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.find()) {
            tokens.add(matcher.group());
        }
    }

    static PromExpression of(String text) {
        PromExpression read = new PromExpression(text);
        while (read.at < read.tokens.size()) {
            read.next();
        }
        return read;
    }

    List<Selection> selections() {
        return selections;
    }

    /** Labels that it groups or joins by. */
    List<String> groupings() {
        return groupings;
    }

    private String peek(int ahead) {
        return at + ahead < tokens.size() ? tokens.get(at + ahead) : "";
    }

    private void next() {
        String token = tokens.get(at++);
        if (!Character.isLetter(token.charAt(0)) && token.charAt(0) != '_') {
            return;
        }
        if (GROUPINGS.contains(token)) {
            group();
        } else if (!peek(0).equals("(") && !WORDS.contains(token) && !GROUPINGS.contains(peek(0))) {
            selections.add(new Selection(token, matchers()));
        }
    }

    private void group() {
        if (!peek(0).equals("(")) {
            return;
        }
        at++;
        while (!peek(0).equals(")")) {
            if (!peek(0).equals(",")) {
                groupings.add(peek(0));
            }
            at++;
        }
        at++;
    }

    private Map<String, String> matchers() {
        Map<String, String> labels = new LinkedHashMap<>();
        if (!peek(0).equals("{")) {
            return labels;
        }
        at++;
        while (!peek(0).equals("}")) {
            String label = peek(0);
            String value = peek(2).substring(1, peek(2).length() - 1);
            labels.put(label, peek(1).equals("=") ? value : "");
            at += peek(3).equals(",") ? 4 : 3;
        }
        at++;
        return labels;
    }
}
