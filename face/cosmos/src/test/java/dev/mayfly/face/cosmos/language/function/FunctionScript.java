package dev.mayfly.face.cosmos.language.function;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.test.harness.GoldenScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Calls functions: {@code NAME(argument, ...)}, where an argument is JSON, {@code undefined}, {@code NaN} or infinite.
 */
final class FunctionScript implements GoldenScript.Interpreter {
    /** 2026-11-20T08:30:00.123Z. */
    private static final long NOW = 1_795_163_400_123L;

    private final QueryInstant moment = new QueryInstant(NOW, new Random(1));

    @Override
    public String execute(String command, String input) {
        int open = command.indexOf('(');
        String name = command.substring(0, open);
        SqlValue[] arguments = arguments(command.substring(open + 1, command.length() - 1));
        try {
            SqlValue value = SqlFunctions.resolve(name, arguments.length).evaluate(moment, arguments);
            return value.isUndefined() ? "undefined" : SqlValues.json(value);
        } catch (FunctionException e) {
            return e.code() + " " + e.getMessage();
        } catch (CosmosException e) {
            return e.status() + " " + e.getMessage();
        }
    }

    private static SqlValue[] arguments(String text) {
        List<SqlValue> arguments = new ArrayList<>();
        int from = 0;
        int depth = 0;
        boolean quoted = false;
        for (int at = 0; at <= text.length(); at++) {
            char c = at == text.length() ? ',' : text.charAt(at);
            if (quoted) {
                quoted = c != '"';
                at += c == '\\' ? 1 : 0;
            } else if (c == '"') {
                quoted = true;
            } else if (c == '[' || c == '{') {
                depth++;
            } else if (c == ']' || c == '}') {
                depth--;
            } else if (c == ',' && depth == 0) {
                String argument = text.substring(from, at).strip();
                if (!argument.isEmpty()) {
                    arguments.add(value(argument));
                }
                from = at + 1;
            }
        }
        return arguments.toArray(new SqlValue[0]);
    }

    private static SqlValue value(String text) {
        return switch (text) {
            case "undefined" -> SqlValues.UNDEFINED;
            case "NaN" -> SqlValues.of(Double.NaN);
            case "Infinity" -> SqlValues.of(Double.POSITIVE_INFINITY);
            default -> SqlValues.parse(text.getBytes(UTF_8));
        };
    }
}
