package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.transport.HttpRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what a request says: a JSON object, a form, or the query of its address. */
final class RequestReader {
    private static final int PARAMETERS_MAX = 10_000;

    private final Map<RequestParameter, Value> given = new EnumMap<>(RequestParameter.class);
    private final Map<String, Value> named = new HashMap<>();

    private RequestReader() {}

    /** @throws QueryException when it says what it may not */
    static QueryRequest read(HttpRequest request) {
        RequestReader reader = new RequestReader();
        String type = request.field("Content-Type");
        if (type != null && type.startsWith("application/json")) {
            if (request.method().equals("POST")) {
                reader.readJson(request.body());
            }
        } else {
            reader.readForm(request, type);
        }
        Value args = reader.given.getOrDefault(RequestParameter.ARGS, Values.MISSING);
        List<Value> positional = args instanceof ArrayValue array ? array.elements() : List.of();
        if (!args.isUnknown() && !(args instanceof ArrayValue)) {
            throw RequestErrors.wrongType("args", "array");
        }
        QueryRequest read = new QueryRequest(reader.given, new Parameters(positional, reader.named));
        RequestChecks.check(read, request.method());
        return read;
    }

    private void readJson(byte[] body) {
        Value root = json("JSON request body", body);
        if (!(root instanceof ObjectValue object)) {
            throw RequestErrors.badValue("getting key", "the request is no JSON object");
        }
        JsonObject.Fields<Value> fields = object.fields();
        int count = 0;
        while (fields.next()) {
            if (++count > PARAMETERS_MAX) {
                throw RequestErrors.badValue("JSON request body", "it has too many parameters");
            }
            String name = fields.name().strip();
            if (isStatementParameter(name)) {
                name(name, fields.value());
            } else if (!name.isEmpty()) {
                put(name, RequestForms.ofJson(parameter(name), fields.value()));
            }
        }
    }

    private void readForm(HttpRequest request, @Nullable String type) {
        Map<String, List<String>> form = new LinkedHashMap<>();
        request.query().forEach((name, values) -> form.put(name, new ArrayList<>(values)));
        boolean isForm = type == null || type.startsWith("application/x-www-form-urlencoded");
        if (isForm && request.method().equals("POST")) {
            addBody(form, request.text());
        }
        form.forEach(this::readField);
        if (!isForm && !given.containsKey(RequestParameter.STATEMENT) && request.body().length > 0) {
            given.put(RequestParameter.STATEMENT, Values.of(request.text()));
        }
    }

    private static void addBody(Map<String, List<String>> form, String body) {
        String[] fields = body.split("&", PARAMETERS_MAX + 1);
        if (fields.length > PARAMETERS_MAX) {
            throw RequestErrors.badValue("request form", "it has too many parameters");
        }
        for (String field : fields) {
            int equal = field.indexOf('=');
            String name = equal < 0 ? field : field.substring(0, equal);
            String value = equal < 0 ? "" : field.substring(equal + 1);
            if (!name.isEmpty()) {
                form.computeIfAbsent(decoded(name), _ -> new ArrayList<>()).add(decoded(value));
            }
        }
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw RequestErrors.badValue("request form", "unable to parse form");
        }
    }

    private void readField(String sent, List<String> values) {
        String name = sent.strip();
        if (name.isEmpty()) {
            return;
        }
        if (values.size() > 1) {
            throw RequestErrors.multiple(name);
        }
        String text = values.getFirst().strip();
        if (isStatementParameter(name)) {
            name(name, json("named argument " + name, text.getBytes(StandardCharsets.UTF_8)));
        } else {
            RequestParameter parameter = parameter(name);
            put(name, RequestForms.ofText(parameter, text));
        }
    }

    private static boolean isStatementParameter(String name) {
        return name.startsWith("$") || name.startsWith("@");
    }

    private void name(String name, Value value) {
        if (named.put(name.substring(1), value) != null) {
            throw RequestErrors.multiple(name);
        }
    }

    private static RequestParameter parameter(String name) {
        RequestParameter parameter = RequestParameter.of(name);
        if (parameter == null) {
            throw RequestErrors.unknownParameter(name);
        }
        return parameter;
    }

    private void put(String name, Value value) {
        if (!value.isUnknown()) {
            given.put(parameter(name), value);
        }
    }

    static Value json(String what, byte[] text) {
        try {
            return Values.parse(text);
        } catch (MalformedDocumentException fault) {
            throw RequestErrors.badValue(what, "invalid JSON at byte " + fault.offset());
        }
    }
}
