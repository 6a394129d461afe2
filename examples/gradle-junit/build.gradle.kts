plugins {
    java
}

repositories {
    mavenLocal { content { includeGroup("dev.mayfly") } }
    mavenCentral()
}

dependencies {
    implementation("org.mongodb:mongodb-driver-sync:5.14.0")
    testImplementation(platform("dev.mayfly:mayfly-bom:0.1.0-SNAPSHOT"))
    testImplementation("dev.mayfly:mayfly-junit")
    testImplementation(platform("org.junit:junit-bom:6.1.3"))
    testImplementation("org.junit.jupiter:junit-jupiter")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

tasks.withType<JavaCompile>().configureEach {
    options.encoding = "UTF-8"
    options.release = 17
}

tasks.test {
    useJUnitPlatform()
}
