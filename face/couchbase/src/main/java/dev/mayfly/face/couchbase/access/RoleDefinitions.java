package dev.mayfly.face.couchbase.access;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All supported roles: those of the services that exist here. */
public final class RoleDefinitions {
    private static final int NOTHING = 0;
    private static final int BUCKET = 1;
    private static final int SCOPE = 2;
    private static final int COLLECTION = 3;

    private static final List<RoleDefinition> ALL = List.of(
            role("admin", NOTHING, "Full Admin", "May do everything.")
                    .clusterAll("")
                    .done(),
            role("ro_admin", NOTHING, "Read-Only Admin", "May see everything but data and passwords.")
                    .cluster("admin.security", "read")
                    .cluster("admin.stats_export", "read")
                    .cluster("admin")
                    .anyBucket("data")
                    .anyBucket("n1ql")
                    .cluster("", "read", "list")
                    .done(),
            role("security_admin_local", NOTHING, "Local User Security Admin", "May manage users of this server.")
                    .cluster("admin.security.admin")
                    .cluster("admin.security.external")
                    .clusterAll("admin.security")
                    .cluster("admin.logs")
                    .anyBucket("data")
                    .anyBucket("n1ql")
                    .anyBucket("", "read")
                    .cluster("", "read", "list")
                    .done(),
            role("security_admin_external", NOTHING, "External User Security Admin", "May manage external users.")
                    .cluster("admin.security.admin")
                    .cluster("admin.security.local")
                    .clusterAll("admin.security")
                    .cluster("admin.logs")
                    .anyBucket("data")
                    .anyBucket("n1ql")
                    .anyBucket("", "read")
                    .cluster("", "read", "list")
                    .done(),
            role("cluster_admin", NOTHING, "Cluster Admin", "May manage all but security and users, and see no data.")
                    .cluster("admin.internal")
                    .cluster("admin.security")
                    .cluster("admin.diag", "read")
                    .anyBucket("data")
                    .anyBucket("n1ql")
                    .cluster("n1ql.curl")
                    .clusterAll("")
                    .done(),
            role("bucket_admin", BUCKET, "Bucket Admin", "May manage a bucket, and see no data.")
                    .bucket("data")
                    .bucket("n1ql")
                    .bucketAll("")
                    .anyBucket("settings", "read")
                    .anyBucket("")
                    .cluster("admin")
                    .cluster("n1ql.meta")
                    .cluster("", "read")
                    .done(),
            role("scope_admin", SCOPE, "Manage Scopes", "May make and drop scopes and collections.")
                    .grantedAll("collections")
                    .done(),
            role("bucket_full_access", BUCKET, "Application Access", "May read and write all data of a bucket.")
                    .bucket("data.docs", "read", "insert", "delete", "upsert", "range_scan", "sread")
                    .bucketAll("data")
                    .bucketAll("n1ql.index")
                    .bucket("n1ql", "execute")
                    .bucket("settings", "read")
                    .bucket("", "read", "flush")
                    .cluster("pools", "read")
                    .done(),
            role("data_reader", COLLECTION, "Data Reader", "May read data.")
                    .granted("data.docs", "read", "range_scan", "sread")
                    .application(),
            role("data_writer", COLLECTION, "Data Writer", "May write data, and see none.")
                    .granted("data.docs", "insert", "upsert", "delete")
                    .application(),
            role("data_dcp_reader", COLLECTION, "Data DCP Reader", "May read data, and what is the system's with it.")
                    .granted("data.docs", "read", "sread")
                    .granted("data.dcpstream", "read")
                    .granted("data.sxattr", "read")
                    .granted("collections", "read")
                    .application(),
            role("data_backup", BUCKET, "Data Backup & Restore", "May read and write all data of a bucket.")
                    .bucketAll("collections")
                    .bucketAll("data")
                    .bucket("stats", "read")
                    .bucket("n1ql.index", "create", "list", "build")
                    .application(),
            role("data_monitoring", COLLECTION, "Data Monitor", "May read statistics.")
                    .granted("stats", "read")
                    .granted("collections", "read")
                    .cluster("tasks", "read")
                    .application(),
            role("query_select", COLLECTION, "Query Select", "May run SELECT.")
                    .granted("n1ql.select", "execute")
                    .granted("data.docs", "read", "sread")
                    .application(),
            role("query_update", COLLECTION, "Query Update", "May run UPDATE.")
                    .granted("n1ql.update", "execute")
                    .granted("data.docs", "upsert", "range_scan")
                    .application(),
            role("query_insert", COLLECTION, "Query Insert", "May run INSERT.")
                    .granted("n1ql.insert", "execute")
                    .granted("data.docs", "insert")
                    .application(),
            role("query_delete", COLLECTION, "Query Delete", "May run DELETE.")
                    .granted("n1ql.delete", "execute")
                    .granted("data.docs", "delete", "range_scan")
                    .application(),
            role("query_manage_index", COLLECTION, "Query Manage Index", "May make and drop indexes.")
                    .grantedAll("n1ql.index")
                    .granted("collections", "read")
                    .bucket("stats", "read")
                    .cluster("settings.indexes", "read")
                    .application(),
            role("query_manage_sequences", SCOPE, "Query Manage Sequences", "May make and drop sequences of a scope.")
                    .granted("n1ql.sequences", "manage")
                    .granted("collections", "read")
                    .application(),
            role("query_use_sequences", SCOPE, "Query Use Sequences", "May take numbers of sequences of a scope.")
                    .granted("n1ql.sequences", "execute")
                    .granted("collections", "read")
                    .application(),
            role(
                            "query_manage_global_functions",
                            NOTHING,
                            "Manage Global Functions",
                            "May make and drop global functions.")
                    .cluster("n1ql.udf", "manage")
                    .cluster("pools", "read")
                    .done(),
            role("query_execute_global_functions", NOTHING, "Execute Global Functions", "May call global functions.")
                    .cluster("n1ql.udf", "execute")
                    .cluster("pools", "read")
                    .done(),
            role("query_manage_functions", SCOPE, "Manage Scope Functions", "May make and drop functions of a scope.")
                    .granted("n1ql.udf", "manage")
                    .granted("collections", "read")
                    .application(),
            role("query_execute_functions", SCOPE, "Execute Scope Functions", "May call functions of a scope.")
                    .granted("n1ql.udf", "execute")
                    .granted("collections", "read")
                    .application(),
            role(
                            "query_manage_global_external_functions",
                            NOTHING,
                            "Manage Global External Functions",
                            "May make and drop global functions in JavaScript.")
                    .cluster("n1ql.udf_external", "manage")
                    .cluster("pools", "read")
                    .done(),
            role(
                            "query_execute_global_external_functions",
                            NOTHING,
                            "Execute Global External Functions",
                            "May call global functions in JavaScript.")
                    .cluster("n1ql.udf_external", "execute")
                    .cluster("pools", "read")
                    .done(),
            role(
                            "query_manage_external_functions",
                            SCOPE,
                            "Manage Scope External Functions",
                            "May make and drop functions of a scope in JavaScript.")
                    .granted("n1ql.udf_external", "manage")
                    .granted("collections", "read")
                    .application(),
            role(
                            "query_execute_external_functions",
                            SCOPE,
                            "Execute Scope External Functions",
                            "May call functions of a scope in JavaScript.")
                    .granted("n1ql.udf_external", "execute")
                    .granted("collections", "read")
                    .application(),
            role("query_system_catalog", NOTHING, "Query System Catalog", "May read the system's catalog.")
                    .anyBucket("n1ql.index", "list")
                    .anyBucket("settings", "read")
                    .cluster("n1ql.meta", "read")
                    .cluster("settings.indexes", "read")
                    .cluster("pools", "read")
                    .done(),
            role("external_stats_reader", NOTHING, "External Stats Reader", "May read the metrics of all services.")
                    .cluster("admin.stats_export", "read")
                    .done());

    private static final Map<String, RoleDefinition> BY_NAME = byName();

    private RoleDefinitions() {}

    private static RoleDefinition.Draft role(String name, int parameters, String title, String description) {
        return new RoleDefinition.Draft(name, parameters, title, description);
    }

    private static Map<String, RoleDefinition> byName() {
        Map<String, RoleDefinition> byName = new LinkedHashMap<>();
        ALL.forEach(each -> byName.put(each.name(), each));
        // The name of this role before there were external users.
        RoleDefinition security = byName.get("security_admin_local");
        if (security != null) {
            byName.put("security_admin", security);
        }
        return byName;
    }

    public static List<RoleDefinition> all() {
        return ALL;
    }

    public static @Nullable RoleDefinition find(String name) {
        return BY_NAME.get(name);
    }
}
