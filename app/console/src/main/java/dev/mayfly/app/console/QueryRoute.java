package dev.mayfly.app.console;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import java.util.List;
import java.util.Map;

/** Questions in the languages of the faces. */
final class QueryRoute {
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int TIMEOUT_MILLIS_MAX = 60_000;

    private final Finder finder;
    private final Map<String, FaceDocuments> faces;

    QueryRoute(AdminServices services) {
        this.finder = new Finder(services.engine(), services.keys());
        this.faces = services.documents();
    }

    /** @param ids what the API calls the document that a row is; empty where the row does not tell */
    record AnswerView(List<JsonText> items, List<String> ids, boolean truncated) {}

    /** JSON that stands in an answer as it is. */
    record JsonText(@JsonValue @JsonRawValue String json) {}

    HttpResponse query(HttpRequest request) {
        Answers.requireObject(request);
        FaceDocuments.Question question = new FaceDocuments.Question(
                finder.collection(request),
                request.text(),
                number(request, "limit", Page.LIMIT, Page.LIMIT_MAX),
                number(request, "timeoutMillis", TIMEOUT_MILLIS, TIMEOUT_MILLIS_MAX));
        FaceDocuments face = DocumentRoutes.face(faces, request);
        FaceDocuments.Rows rows = face.query(question);
        List<JsonText> items = rows.items().stream().map(JsonText::new).toList();
        return Answers.json(200, new AnswerView(items, face.ids(question, rows), rows.truncated()));
    }

    private static int number(HttpRequest request, String name, int otherwise, int most) {
        String given = Answers.argument(request, name).orElse(Integer.toString(otherwise));
        try {
            int number = Integer.parseInt(given);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw AdminException.badRequest(name + " is a number from 1 to " + most);
    }
}
