package dev.mayfly.app.console.api;

import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.app.console.operation.LongOperation;
import dev.mayfly.app.console.operation.LongOperations;
import dev.mayfly.app.console.operation.Work;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The routes of long operations: their progress and their end. */
final class OperationRoutes {
    private final LongOperations operations;

    OperationRoutes(LongOperations operations) {
        this.operations = operations;
    }

    /**
     * One operation.
     *
     * @param state {@code running}, {@code done}, {@code failed} or {@code cancelled}
     * @param unit the unit of the counts: {@code bytes} or {@code documents}
     * @param rate the mean number per second
     * @param total the amount of work; absent while unknown
     */
    record OperationView(
            String id,
            String kind,
            String subject,
            String state,
            String unit,
            long done,
            @Nullable Long total,
            double rate,
            @Nullable InstantView started,
            long elapsedMillis,
            @Nullable Object result,
            @Nullable String error) {
        static OperationView of(LongOperation operation) {
            return new OperationView(
                    String.valueOf(operation.id()),
                    operation.kind(),
                    operation.subject(),
                    operation.state().name().toLowerCase(Locale.ROOT),
                    operation.unit(),
                    operation.done(),
                    operation.total() == 0 ? null : operation.total(),
                    operation.ratePerSecond(),
                    InstantView.of(operation.startedAt()),
                    operation.elapsedMillis(),
                    operation.result(),
                    operation.error());
        }
    }

    /** Begins a long operation and answers with its state. */
    HttpResponse begin(String kind, String subject, String unit, Work work) {
        Optional<LongOperation> begun = operations.begin(kind, subject, unit, work);
        if (begun.isEmpty()) {
            throw new AdminException(
                    409,
                    "conflict",
                    LongOperations.RUNNING_MAX + " operations run already; wait for one, or cancel it");
        }
        LongOperation operation = begun.get();
        return ApiAnswers.json(202, OperationView.of(operation))
                .with("Location", "/api/v1/operations/" + operation.id());
    }

    HttpResponse list(HttpRequest request) {
        List<OperationView> views =
                operations.all().stream().map(OperationView::of).toList();
        return ApiAnswers.json(200, Page.of(views, Page.Wanted.of(request), OperationRoutes::position));
    }

    /** The latest comes first. */
    private static String position(OperationView operation) {
        return String.format(Locale.ROOT, "%019d", Long.MAX_VALUE - Long.parseLong(operation.id()));
    }

    HttpResponse show(HttpRequest request) {
        return ApiAnswers.json(200, OperationView.of(find(request)));
    }

    HttpResponse cancel(HttpRequest request) {
        LongOperation operation = find(request);
        operation.cancel();
        return ApiAnswers.json(202, OperationView.of(operation));
    }

    private LongOperation find(HttpRequest request) {
        String id = request.parameter("operation");
        LongOperation known = operations.find(id);
        if (known == null) {
            throw AdminException.notFound("there is no operation " + id + ", or it ended long ago");
        }
        return known;
    }
}
