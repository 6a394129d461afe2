package dev.mayfly.app.console.page;

import java.util.List;
import java.util.Map;

/** The page of replications to other clusters. */
final class ReplicationsPage {
    private static final Map<String, String> MANY = Map.of("limit", "1000");

    /** A replication with what is set and counted of it. */
    record Replicated(Facts facts) {
        String state() {
            return facts.text("state");
        }

        /** Returns the look of the state. */
        String look() {
            return switch (state()) {
                case "running" -> "ok";
                case "failing" -> "warn";
                default -> "";
            };
        }

        long count(String statistic) {
            return (long) facts.at("statistics").decimal(statistic);
        }

        double figure(String statistic) {
            return facts.at("statistics").decimal(statistic);
        }

        List<String> statistics() {
            return names("statistics");
        }

        List<String> settings() {
            return names("settings");
        }

        private List<String> names(String part) {
            return facts.at(part).names();
        }
    }

    /** The model of the page. */
    record Model(List<Replicated> replications) {}

    Html show(Visit visit) {
        List<Replicated> all = visit.api().get("/api/v1/replications", MANY).required().list("items").stream()
                .map(Replicated::new)
                .toList();
        Frame frame = Frame.of(visit, "Replications", "replications");
        Model model = new Model(all);
        return out -> JtereplicationsGenerated.render(out, NoInterceptor.INSTANCE, frame, model);
    }
}
