package dev.mayfly.app.console.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Whether sweeping keeps up. */
final class HealthPage {
    /** One bar of the histogram. */
    record Bar(String words, long documents, double share) {}

    /** What the page shows. */
    record Model(Facts status, List<Facts> collections, List<Bar> lag) {
        boolean isFine() {
            return state().equals("ok");
        }

        private String state() {
            return status.at("sweeper").text("state");
        }

        String stateWords() {
            return switch (state()) {
                case "ok" -> "Keeps up";
                case "paused" -> "Paused";
                case "suspect" -> "Clock is suspect";
                case "clock_behind" -> "Clock stepped back";
                case "behind" -> "Behind";
                default -> Show.title(state().replace('_', ' '));
            };
        }
    }

    Html show(Visit visit) {
        Facts status = visit.api().get("/api/v1/status").required();
        List<Facts> collections = visit.api()
                .get("/api/v1/health/collections", Map.of("limit", "1000"))
                .orNothing()
                .list("items");
        Model model = new Model(status, collections, lag(collections));
        Frame frame = Frame.of(visit, "Health", "health");
        return out -> JtehealthGenerated.render(out, NoInterceptor.INSTANCE, frame, model);
    }

    /** The histograms of all collections as one. */
    private static List<Bar> lag(List<Facts> collections) {
        Map<Long, Long> sums = new TreeMap<>();
        for (Facts collection : collections) {
            for (Facts step : collection.list("lag")) {
                long end = step.has("leMillis") ? step.number("leMillis") : Long.MAX_VALUE;
                sums.merge(end, step.number("documents"), Long::sum);
            }
        }
        long most = sums.values().stream().mapToLong(each -> each).max().orElse(0);
        if (most == 0) {
            return List.of();
        }
        List<Bar> bars = new ArrayList<>();
        sums.forEach((end, documents) -> {
            String words = end == Long.MAX_VALUE ? "longer" : "up to " + Show.duration(end);
            bars.add(new Bar(words, documents, Show.share(documents, most)));
        });
        return bars;
    }
}
