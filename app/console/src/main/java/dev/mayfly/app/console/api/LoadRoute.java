package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.metrics.ExpiryCounters;
import dev.mayfly.app.console.metrics.PurgePace;
import dev.mayfly.engine.Engine;
import dev.mayfly.face.api.ScriptUsage;
import dev.mayfly.face.transport.connection.LatencyClasses;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The route of the server's load: from its clients, from destroying the dead, and from maintenance of its store. */
final class LoadRoute {
    private final AdminServices services;
    private final ExpiryCounters counters;

    LoadRoute(AdminServices services, ExpiryCounters counters) {
        this.services = services;
        this.counters = counters;
    }

    /** @param compactionDebtBytes null where the store never rewrites */
    record LoadView(
            PurgeView purge,
            @Nullable Long compactionDebtBytes,
            ScriptUsage scripts,
            List<RequestsView> faces,
            List<RequestsView> requests) {}

    /**
     * The recent destruction.
     *
     * @param ratePerSecond the number of documents that may be destroyed per second while clients send requests
     * @param documents those of the past ten minutes of the machine's clock, slot by slot; the last is not over
     */
    record PurgeView(int ratePerSecond, long slotMillis, List<Long> documents) {}

    /**
     * The times of requests since the start.
     *
     * @param op null for all of the face
     */
    record RequestsView(
            String face, @Nullable String op, long count, double meanMillis, double p50Millis, double p99Millis) {
        static RequestsView of(String face, @Nullable String op, Sum sum) {
            return new RequestsView(
                    face,
                    op,
                    sum.count,
                    sum.count == 0 ? 0 : millis(sum.nanos / sum.count),
                    millis(sum.spread.quantileNanos(0.5)),
                    millis(sum.spread.quantileNanos(0.99)));
        }

        private static double millis(long nanos) {
            return Math.round(nanos / 1e3) / 1e3;
        }
    }

    /** Requests of some kinds together. */
    record Sum(long count, long nanos, LatencyClasses spread) {
        Sum plus(Sum other) {
            return new Sum(count + other.count, nanos + other.nanos, spread.plus(other.spread));
        }
    }

    HttpResponse show() {
        Engine engine = services.engine();
        Map<String, Sum> faces = new TreeMap<>();
        List<RequestsView> requests = new ArrayList<>();
        services.transport().requestTimes().forEach((face, operation, tally) -> {
            Sum sum = new Sum(tally.count(), tally.nanos(), tally.spread());
            faces.merge(face, sum, Sum::plus);
            requests.add(RequestsView.of(face, operation, sum));
        });
        requests.sort(Comparator.comparing(RequestsView::face)
                .thenComparing(RequestsView::count, Comparator.reverseOrder())
                .thenComparing(each -> String.valueOf(each.op())));
        PurgeView purge = new PurgeView(
                engine.settings().expiry().sweep().ratePerSecond(),
                PurgePace.SLOT_SECONDS * 1_000L,
                counters.pace().documents());
        OptionalLong debt = services.facts().compactionDebt().get();
        List<RequestsView> sums = faces.entrySet().stream()
                .map(each -> RequestsView.of(each.getKey(), null, each.getValue()))
                .toList();
        return ApiAnswers.json(
                200,
                new LoadView(
                        purge,
                        debt.isPresent() ? debt.getAsLong() : null,
                        services.scripts().get(),
                        sums,
                        requests));
    }
}
