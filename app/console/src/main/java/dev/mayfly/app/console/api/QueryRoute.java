package dev.mayfly.app.console.api;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.face.api.AdminGuard;
import dev.mayfly.face.api.FaceDocuments;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.List;
import java.util.Map;

/** Questions in the languages of the faces. */
final class QueryRoute {
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int TIMEOUT_MILLIS_MAX = 60_000;

    private final RequestTarget finder;
    private final Map<String, FaceDocuments> faces;
    private final RequestMemoryPool memory;

    QueryRoute(AdminServices services) {
        this.finder = new RequestTarget(services.engine(), services.keys());
        this.faces = services.documents();
        this.memory = services.memory();
    }

    /** @param ids what the API calls the document that a row is; empty where the row does not tell */
    record AnswerView(List<JsonText> items, List<String> ids, boolean truncated) {
        static AnswerView of(FaceDocuments.Rows rows) {
            return new AnswerView(
                    rows.items().stream().map(row -> new JsonText(row.json())).toList(),
                    rows.items().stream().map(FaceDocuments.Row::id).toList(),
                    rows.truncated());
        }

        static AnswerView ofPlan(String plan) {
            return new AnswerView(List.of(new JsonText(plan)), List.of(""), false);
        }
    }

    /** JSON that stands in an answer as it is. */
    record JsonText(@JsonValue @JsonRawValue String json) {}

    HttpResponse query(HttpRequest request) {
        ApiAnswers.requireObject(request);
        FaceDocuments.Question question = new FaceDocuments.Question(
                finder.collection(request),
                request.text(),
                number(request, "limit", Page.LIMIT, Page.LIMIT_MAX),
                number(request, "timeoutMillis", TIMEOUT_MILLIS, TIMEOUT_MILLIS_MAX));
        FaceDocuments face = DocumentRoutes.face(faces, request);
        try (AdminGuard guard =
                new AdminGuard(memory, SystemClock.INSTANCE, question.timeoutMillis(), request.connection()::isOpen)) {
            return guard.during(() -> ApiAnswers.json(
                    200,
                    ApiAnswers.flag(request, "explain")
                            ? AnswerView.ofPlan(face.plan(question))
                            : AnswerView.of(face.query(question))));
        }
    }

    private static int number(HttpRequest request, String name, int otherwise, int most) {
        String given = ApiAnswers.argument(request, name).orElse(Integer.toString(otherwise));
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
