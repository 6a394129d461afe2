package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** The mistakes of a query, reported together and in the order of the text, as the service reports them. */
final class QueryErrors {
    private static final int ERRORS_MAX = 20;

    private final String text;
    private final List<QueryError> errors = new ArrayList<>();

    QueryErrors(String text) {
        this.text = text;
    }

    /** One mistake, with the range of its characters. */
    private record QueryError(int start, int end, String code, String message) {}

    /** The mistakes of the language that are found behind the grammar. */
    void add(ParserRuleContext at, String code, String message) {
        add(at.start.getStartIndex(), at.stop.getStopIndex() + 1, code, message);
    }

    void add(Token at, String code, String message) {
        add(at.getStartIndex(), at.getStopIndex() + 1, code, message);
    }

    void atEnd(String code, String message) {
        errors.add(new QueryError(text.length(), text.length(), code, message));
    }

    /** The parser counts characters, where the service counts units of UTF-16. */
    private void add(int firstCharacter, int characterBehind, String code, String message) {
        if (errors.size() < ERRORS_MAX) {
            int start = text.offsetByCodePoints(0, firstCharacter);
            int end = text.offsetByCodePoints(start, characterBehind - firstCharacter);
            errors.add(new QueryError(start, end, code, message));
        }
    }

    void refuse() {
        if (!errors.isEmpty()) {
            throw exception();
        }
    }

    CosmosException exception() {
        errors.sort(Comparator.comparingInt(QueryError::start).thenComparingInt(QueryError::end));
        JsonSink out = SqlValues.sink();
        String before = "{\"errors\":[";
        for (QueryError error : errors) {
            out.ascii(before);
            out.ascii("{\"severity\":\"Error\",\"location\":{\"start\":" + error.start + ",\"end\":" + error.end);
            out.ascii("},\"code\":\"" + error.code + "\",\"message\":");
            out.string(error.message);
            out.put('}');
            before = ",";
        }
        out.ascii("]}");
        return CosmosException.ofErrors(out.toString(), words());
    }

    private String words() {
        return errors.stream().map(QueryError::message).collect(Collectors.joining("; "));
    }

    /** A refusal for which the service has no place in the text. */
    static CosmosException refusal(String message) {
        JsonSink out = SqlValues.sink();
        out.ascii("{\"Errors\":[");
        out.string(message);
        out.ascii("]}");
        return CosmosException.ofErrors(out.toString(), message);
    }

    static CosmosException tooMuchMemory(long bytesMax) {
        return refusal("The query needs more memory than the " + bytesMax + " bytes that one may use.");
    }
}
