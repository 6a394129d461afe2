package dev.mayfly.face.couchbase.bucket;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The scopes and collections of a bucket. Immutable.
 *
 * @param uid grows with every change
 * @param nextScope the number of the next scope
 * @param nextCollection the number of the next collection
 */
public record Manifest(long uid, int nextScope, int nextCollection, List<Scope> scopes) {
    /** The first number for users; smaller ones are the system's own. */
    private static final int FIRST = 8;

    public Manifest {
        scopes = List.copyOf(scopes);
    }

    /** Returns the manifest of a new bucket. */
    static Manifest initial(CouchbaseRelease release) {
        Scope plain = new Scope(
                Scope.DEFAULT,
                0,
                List.of(new CollectionDefinition(CollectionDefinition.DEFAULT, 0, MaxTtl.NONE, false)));
        if (!release.isAtLeast(CouchbaseRelease.R7_6)) {
            return new Manifest(0, FIRST, FIRST, List.of(plain));
        }
        Scope system = new Scope(
                Scope.SYSTEM,
                FIRST,
                List.of(
                        new CollectionDefinition("_query", FIRST + 1, MaxTtl.UNLIMITED, false),
                        new CollectionDefinition("_mobile", FIRST, MaxTtl.UNLIMITED, false)));
        return new Manifest(1, FIRST + 1, FIRST + 2, List.of(plain, system));
    }

    public @Nullable Scope find(String scope) {
        for (Scope each : scopes) {
            if (each.name().equals(scope)) {
                return each;
            }
        }
        return null;
    }

    /** Returns the uid in its usual written form. */
    public String hexUid() {
        return hex(uid);
    }

    public static String hex(long number) {
        return Long.toHexString(number).toLowerCase(Locale.ROOT);
    }

    int collections() {
        return scopes.stream().mapToInt(scope -> scope.collections().size()).sum();
    }

    Manifest withScope(String name) {
        List<Scope> more = new ArrayList<>();
        more.add(new Scope(name, nextScope, List.of()));
        more.addAll(scopes);
        return new Manifest(uid + 1, nextScope + 1, nextCollection, more);
    }

    Manifest withoutScope(Scope dropped) {
        return new Manifest(
                uid + 1,
                nextScope,
                nextCollection,
                scopes.stream().filter(each -> each.uid() != dropped.uid()).toList());
    }

    Manifest withCollection(Scope scope, String name, int maxTtl, boolean history) {
        CollectionDefinition added = new CollectionDefinition(name, nextCollection, maxTtl, history);
        return replacing(scope.with(added), nextCollection + 1);
    }

    Manifest replacing(Scope changed) {
        return replacing(changed, nextCollection);
    }

    private Manifest replacing(Scope changed, int next) {
        return new Manifest(
                uid + 1,
                nextScope,
                next,
                scopes.stream()
                        .map(each -> each.uid() == changed.uid() ? changed : each)
                        .toList());
    }

    /** Returns the same manifest as one step, however many steps were taken since. */
    Manifest oneStepAfter(Manifest before) {
        return new Manifest(before.uid + 1, nextScope, nextCollection, scopes);
    }

    ObjectNode toJson() {
        ObjectNode json = CouchbaseJson.object();
        json.put("uid", uid).put("nextScope", nextScope).put("nextCollection", nextCollection);
        ArrayNode list = json.putArray("scopes");
        for (Scope scope : scopes) {
            ObjectNode one = list.addObject().put("name", scope.name()).put("uid", scope.uid());
            ArrayNode collections = one.putArray("collections");
            for (CollectionDefinition each : scope.collections()) {
                collections
                        .addObject()
                        .put("name", each.name())
                        .put("uid", each.uid())
                        .put("maxTTL", each.maxTtl())
                        .put("history", each.history());
            }
        }
        return json;
    }

    static Manifest fromJson(JsonNode json) {
        List<Scope> scopes = new ArrayList<>();
        for (JsonNode scope : json.path("scopes")) {
            List<CollectionDefinition> collections = new ArrayList<>();
            for (JsonNode each : scope.path("collections")) {
                collections.add(new CollectionDefinition(
                        each.path("name").asString(),
                        each.path("uid").asInt(),
                        each.path("maxTTL").asInt(),
                        each.path("history").asBoolean()));
            }
            scopes.add(
                    new Scope(scope.path("name").asString(), scope.path("uid").asInt(), collections));
        }
        return new Manifest(
                json.path("uid").asLong(),
                json.path("nextScope").asInt(),
                json.path("nextCollection").asInt(),
                scopes);
    }
}
