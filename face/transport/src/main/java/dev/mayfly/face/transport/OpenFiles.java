package dev.mayfly.face.transport;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** The number of files and connections that the system lets this process have open at once. */
final class OpenFiles {
    private OpenFiles() {}

    /** The limit, which {@code ulimit -n} sets; no limit where the system tells none. */
    static long max() {
        try {
            Object told = ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(
                            new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME), "MaxFileDescriptorCount");
            return told instanceof Long files && files > 0 ? files : Long.MAX_VALUE;
        } catch (JMException _) {
            return Long.MAX_VALUE;
        }
    }
}
