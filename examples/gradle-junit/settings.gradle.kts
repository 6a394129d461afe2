rootProject.name = "gradle-junit"
