package dev.mayfly.face.couchbase.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A role that can be granted.
 *
 * @param parameters how far it can be narrowed: 0 not at all, 1 to a bucket, 2 to a scope, 3 to a collection
 * @param rules of which the first that concerns an object decides; an object that none concerns is denied
 */
public record RoleDefinition(String name, int parameters, String title, String description, List<RoleRule> rules) {
    public RoleDefinition {
        rules = List.copyOf(rules);
    }

    /** Collects the rules of a role, line by line. */
    static final class Draft {
        private final String name;
        private final int parameters;
        private final String title;
        private final String description;
        private final List<RoleRule> rules = new ArrayList<>();

        Draft(String name, int parameters, String title, String description) {
            this.name = name;
            this.parameters = parameters;
            this.title = title;
            this.description = description;
        }

        private Draft add(RoleRule.Where where, String path, @Nullable Set<String> operations) {
            rules.add(new RoleRule(where, path, operations));
            return this;
        }

        /** Adds a rule for what lies in no bucket, or for everything. */
        Draft cluster(String path, String... operations) {
            return add(RoleRule.Where.CLUSTER, path, Set.of(operations));
        }

        Draft clusterAll(String path) {
            return add(RoleRule.Where.CLUSTER, path, null);
        }

        Draft anyBucket(String path, String... operations) {
            return add(RoleRule.Where.ANY_BUCKET, path, Set.of(operations));
        }

        Draft bucket(String path, String... operations) {
            return add(RoleRule.Where.BUCKET, path, Set.of(operations));
        }

        Draft bucketAll(String path) {
            return add(RoleRule.Where.BUCKET, path, null);
        }

        Draft granted(String path, String... operations) {
            return add(RoleRule.Where.GRANTED, path, Set.of(operations));
        }

        Draft grantedAll(String path) {
            return add(RoleRule.Where.GRANTED, path, null);
        }

        /** Adds what applications need besides their data, and builds the role. */
        RoleDefinition application() {
            return bucket("settings", "read").cluster("pools", "read").done();
        }

        RoleDefinition done() {
            return new RoleDefinition(name, parameters, title, description, rules);
        }
    }
}
