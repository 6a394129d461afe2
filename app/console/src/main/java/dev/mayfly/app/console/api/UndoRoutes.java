package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Queries;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.app.console.view.PolicyView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.definition.UndoPlan;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The routes that undo the last change of a policy. */
final class UndoRoutes {
    private final RequestTarget finder;

    UndoRoutes(AdminServices services) {
        this.finder = new RequestTarget(services.engine(), services.keys());
    }

    /**
     * The result of an undo.
     *
     * @param done whether it was carried out
     * @param until the instant until which an undo brings everything back; absent while the clock is suspect
     * @param broughtBack the documents that would be live again
     * @param hidden the documents that would be hidden
     * @param broughtBackProperties the number of properties of living documents that would be visible again
     * @param hiddenProperties the number of those that would be hidden
     * @param taken the number of documents that do not come back, since others have taken their ids or unique values
     * @param takenIds the first of these, at most 100
     * @param rebuilt the indexes that were dropped with their rules, and would be built again
     * @param obstacles the reasons why it is not possible; none if it is
     */
    record UndoView(
            boolean done,
            boolean possible,
            @Nullable InstantView changedAt,
            @Nullable InstantView until,
            PolicyView current,
            PolicyView before,
            UndoPlan.Amount broughtBack,
            UndoPlan.Amount hidden,
            long broughtBackProperties,
            long hiddenProperties,
            long taken,
            List<String> takenIds,
            List<String> rebuilt,
            List<String> obstacles) {
        /** @param then the collection as it is now, after an undo; {@code record} is as it was */
        static UndoView of(
                CollectionRecord record, CollectionRecord then, KeyReader keys, UndoPlan plan, boolean done) {
            return new UndoView(
                    done,
                    plan.isPossible(),
                    InstantView.of(plan.changedAt()),
                    InstantView.of(plan.until()),
                    PolicyView.of(record, plan.current()),
                    PolicyView.of(then, plan.before()),
                    plan.broughtBack(),
                    plan.hidden(),
                    plan.properties().broughtBack(),
                    plan.properties().hidden(),
                    plan.taken(),
                    plan.takenKeys().stream().map(keys::write).toList(),
                    plan.rebuilt(),
                    plan.obstacles().stream().map(UndoRoutes::words).toList());
        }
    }

    private static String words(UndoPlan.Obstacle obstacle) {
        return switch (obstacle) {
            case UndoPlan.Obstacle.IndexReplaced replaced ->
                "the TTL index over " + replaced.path() + " was dropped, and another index has its name or its fields";
            case UndoPlan.Obstacle.SettingsDiffer _ ->
                "other settings of the collection were changed since, and exclude the policy before";
        };
    }

    HttpResponse undo(HttpRequest request) {
        Collection collection = finder.collection(request);
        boolean dry = Queries.word(request, "dryRun", "false", List.of("true", "false"))
                .equals("true");
        CollectionRecord record = collection.record();
        UndoPlan plan = dry
                ? collection.definition().undoPlan()
                : collection.definition().undo();
        if (plan == null) {
            throw new AdminException(
                    404, "nothing_to_undo", "no change of policy is so young that it could be taken back");
        }
        if (!dry && !plan.isPossible()) {
            throw AdminException.conflict(words(plan.obstacles().getFirst()));
        }
        KeyReader keys = finder.keys(collection.name());
        return ApiAnswers.json(200, UndoView.of(record, dry ? record : collection.record(), keys, plan, !dry));
    }
}
