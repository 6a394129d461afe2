package dev.mayfly.app.console;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.mayfly.app.console.FacePolicies.RuleChange;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.forecast.DryRun;
import dev.mayfly.engine.forecast.DryRunTree;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The policy of a collection: shown, tried, and changed as the collection's own face would change it. */
final class PolicyRoutes {
    private static final String MONGO = "mongo";

    private final Finder finder;
    private final Map<String, KeyReader> keys;
    private final Map<String, FacePolicies> policies;

    PolicyRoutes(AdminServices services) {
        this.finder = new Finder(services.engine(), services.keys());
        this.keys = services.keys();
        this.policies = services.policies();
    }

    /**
     * The policy as it may be asked for.
     *
     * @param guard how many documents a change may expire at once
     */
    record PolicySettings(
            RulesView rules, String grace, long graceMillis, String visibility, boolean masked, GuardView guard) {}

    /**
     * The rules in the form in which they are changed.
     *
     * @param standard {@code off}, {@code none} or a duration; null where a face has no such rule
     */
    record RulesView(
            @JsonProperty("default") @Nullable String standard,
            @Nullable List<FieldView> fields,
            @Nullable String maxTTL) {}

    record FieldView(String path, String after, long afterMillis) {}

    /**
     * The guard in force.
     *
     * @param maxExpire null where any number may expire
     * @param own whether the collection says so itself
     */
    record GuardView(@Nullable Long maxExpire, boolean own) {}

    HttpResponse show(HttpRequest request) {
        return Answers.json(200, settings(finder.collection(request)));
    }

    private PolicySettings settings(Collection collection) {
        CollectionRecord record = collection.record();
        Policy policy = record.policy().current();
        ExpireLimit guard = collection.definition().guard();
        return new PolicySettings(
                rules(collection, policy),
                words(policy.graceMillis() / 1000),
                policy.graceMillis(),
                policy.visibility().name().toLowerCase(Locale.ROOT),
                policy.masked(),
                new GuardView(
                        guard.isNone() ? null : Long.valueOf(guard.documents()),
                        !record.maxExpire().isInherited()));
    }

    private RulesView rules(Collection collection, Policy policy) {
        String standard = "off";
        boolean absolute = false;
        List<FieldView> fields = new ArrayList<>();
        for (Rule rule : policy.rules()) {
            switch (rule) {
                case Rule.Absolute _ -> absolute = true;
                case Rule.Modified modified ->
                    standard = modified.kind() == Rule.Modified.Kind.NO_DEFAULT ? "none" : words(modified.seconds());
                case Rule.Field field -> {
                    switch (RuleNames.instant(collection.record(), field.queue())) {
                        case EARLIEST_DATE ->
                            fields.add(new FieldView(
                                    path(collection.record(), field.queue()),
                                    words(field.afterSeconds()),
                                    field.afterSeconds() * 1000));
                        case EPOCH_SECOND -> standard = words(field.afterSeconds());
                        // It stands behind the default, if there is one.
                        case EPOCH_SECOND_AND_LIFETIME -> standard = standard.equals("off") ? "none" : standard;
                    }
                }
            }
        }
        boolean isMongo = collection.name().face().equals(MONGO);
        return new RulesView(absolute ? null : standard, isMongo ? fields : null, maxTtl(collection));
    }

    private static String path(CollectionRecord record, int queue) {
        return record.queue(queue)
                .map(found -> found.path())
                .map(FieldPath::dotted)
                .orElse("?");
    }

    private @Nullable String maxTtl(Collection collection) {
        FacePolicies face = policies.get(collection.name().face());
        OptionalLong seconds = face == null ? OptionalLong.empty() : face.maxTtl(collection);
        if (seconds.isEmpty()) {
            return null;
        }
        return seconds.getAsLong() < 0 ? "off" : seconds.getAsLong() == 0 ? "inherit" : words(seconds.getAsLong());
    }

    /** Seconds in the largest unit that fits. */
    private static String words(long seconds) {
        if (seconds != 0 && seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds != 0 && seconds % 3_600 == 0) {
            return seconds / 3_600 + "h";
        }
        return seconds != 0 && seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    HttpResponse change(HttpRequest request) {
        Collection collection = finder.collection(request);
        PolicyRequest asked = PolicyRequest.of(Answers.object(request));
        requireVisible(collection, asked);
        ExpireLimit allowed = asked.allowed(collection.definition().guard());
        for (RuleChange rule : asked.rules()) {
            face(collection).change(collection, rule, allowed);
        }
        collection.allowing(allowed).definition().changePolicy(asked::applied);
        ExpireLimit guard = asked.guard();
        if (guard != null) {
            collection.definition().guard(guard);
        }
        return Answers.json(200, settings(collection));
    }

    HttpResponse dryRun(HttpRequest request) {
        Collection collection = finder.collection(request);
        PolicyRequest asked = PolicyRequest.of(Answers.object(request));
        requireVisible(collection, asked);
        if (asked.rules().size() > 1) {
            throw AdminException.badRequest("a dry run takes one rule at a time");
        }
        if (!asked.rules().isEmpty()) {
            return Answers.guarded(HttpResponse.json(
                    200, face(collection).dryRun(collection, asked.rules().getFirst()) + "\n"));
        }
        DryRun run = collection
                .outlook()
                .dryRun(asked::applied, DryRunTree.week(collection.reading().now()));
        KeyReader names = keys.get(collection.name().face());
        return Answers.json(200, DryRunTree.of(run, key -> names == null ? key.toString() : names.write(key)));
    }

    private FacePolicies face(Collection collection) {
        FacePolicies face = policies.get(collection.name().face());
        if (face == null) {
            throw AdminException.conflict("the face of this collection is off, and only it may change its rules");
        }
        return face;
    }

    /** Only one face has a monitor that looks now and then. */
    private static void requireVisible(Collection collection, PolicyRequest asked) {
        boolean lazy = asked.visibility() == Policy.Visibility.LAZY;
        if (lazy && !collection.name().face().equals(MONGO)) {
            throw AdminException.badRequest("only collections of mongo may be lazy");
        }
    }
}
