package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.transport.http.HttpRequest;
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

    private final Map<RequestParameter, N1qlValue> given = new EnumMap<>(RequestParameter.class);
    private final Map<String, N1qlValue> named = new HashMap<>();

    private RequestReader() {}

    /** @throws N1qlException when it says what it may not */
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
        N1qlValue args = reader.given.getOrDefault(RequestParameter.ARGS, N1qlValues.MISSING);
        List<N1qlValue> positional = args instanceof N1qlArray array ? array.elements() : List.of();
        if (!args.isUnknown() && !(args instanceof N1qlArray)) {
            throw RequestErrors.wrongType("args", "array");
        }
        QueryRequest read = new QueryRequest(reader.given, new Parameters(positional, reader.named));
        RequestChecks.check(read, request.method());
        return read;
    }

    private void readJson(byte[] body) {
        N1qlValue root = json("JSON request body", body);
        if (!(root instanceof N1qlObject object)) {
            throw RequestErrors.badValue("getting key", "the request is no JSON object");
        }
        JsonObject.Fields<N1qlValue> fields = object.fields();
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
            given.put(RequestParameter.STATEMENT, N1qlValues.of(request.text()));
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

    private void name(String name, N1qlValue value) {
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

    private void put(String name, N1qlValue value) {
        if (!value.isUnknown()) {
            given.put(parameter(name), value);
        }
    }

    static N1qlValue json(String what, byte[] text) {
        try {
            return N1qlValues.parse(text);
        } catch (MalformedDocumentException fault) {
            throw RequestErrors.badValue(what, "invalid JSON at byte " + fault.offset());
        }
    }
}
